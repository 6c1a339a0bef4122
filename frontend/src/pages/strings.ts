/** The sound of the game: a card that reaches its foundation plucks a string of the harp. */
import { rankOf, UNKNOWN, type Faces } from "../engine/cards.ts";
import type { Table } from "../engine/table.ts";

/** The ace's string, Hz. */
const LOWEST = 220;
/** A major pentatonic scale, in semitones: any two of its notes sound well together. */
const SCALE = [0, 2, 4, 7, 9];
/** Between the strings of one move, ms: a finished run is a glissando. */
const STEP_MS = 45;
const LASTS_S = 1.6;
const LOUDNESS = 0.22;
/** How much of a string's swing is left when it comes round: less damps it. */
const RINGS = 0.996;

/** The pitch of a rank (ace 0 to king 12), Hz. */
export function pitchOf(rank: number): number {
  const semitones = 12 * Math.floor(rank / SCALE.length) + (SCALE[rank % SCALE.length] ?? 0);
  return LOWEST * 2 ** (semitones / 12);
}

/** The ranks of the cards that lie on a foundation now and lay elsewhere before, in the order of their places. */
export function ranksHome(faces: Faces, before: Table, after: Table): number[] {
  if (before.foundations === after.foundations) return [];
  const were = new Set(before.foundations.flat());
  return after.foundations
    .flat()
    .filter((at) => !were.has(at) && (faces[at] ?? UNKNOWN) !== UNKNOWN)
    .map((at) => rankOf(faces[at] as number));
}

/** The samples of a plucked string, as Karplus and Strong made them: noise that goes round and loses its edges. */
export function plucked(pitch: number, rate: number, random: () => number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(rate * LASTS_S));
  const length = Math.round(rate / pitch);
  let last = 0;
  for (let i = 0; i < samples.length; i++) {
    if (i < length) {
      // A soft finger: the noise is smoothed before it goes round.
      last = 0.6 * last + 0.4 * (2 * random() - 1);
      samples[i] = last;
    } else {
      samples[i] = (RINGS * ((samples[i - length] ?? 0) + (samples[i - length + 1] ?? 0))) / 2;
    }
  }
  const fade = Math.min(samples.length, Math.floor(rate * 0.2));
  for (let i = 0; i < fade; i++) {
    const at = samples.length - 1 - i;
    samples[at] = ((samples[at] ?? 0) * i) / fade;
  }
  return samples;
}

/** Plucks strings while it is on; without Web Audio it stays silent. */
export class Strings {
  on = false;
  private context: AudioContext | null = null;
  private readonly sounds = new Map<number, AudioBuffer>();

  /** Sounds what a move brought home. */
  hear(faces: Faces, before: Table, after: Table): void {
    if (this.on) ranksHome(faces, before, after).forEach((rank, order) => this.pluck(rank, order * STEP_MS));
  }

  /** Plucks the string of a rank, after so many ms. */
  pluck(rank: number, delay = 0): void {
    if (typeof AudioContext === "undefined") return;
    const context = (this.context ??= new AudioContext());
    // Browsers let a page sound only after somebody has touched it; a move is that touch.
    if (context.state === "suspended") void context.resume();
    const source = context.createBufferSource();
    source.buffer = this.soundOf(context, rank);
    const gain = context.createGain();
    gain.gain.value = LOUDNESS;
    source.connect(gain).connect(context.destination);
    source.start(context.currentTime + delay / 1000);
  }

  private soundOf(context: AudioContext, rank: number): AudioBuffer {
    const known = this.sounds.get(rank);
    if (known !== undefined) return known;
    const samples = plucked(pitchOf(rank), context.sampleRate, Math.random);
    const sound = context.createBuffer(1, samples.length, context.sampleRate);
    sound.copyToChannel(samples, 0);
    this.sounds.set(rank, sound);
    return sound;
  }
}
