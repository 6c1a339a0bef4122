/** Play and pause: goes from step to step, and says when it stands still. */
import type { Timers } from "../../net/line.ts";

export interface PlaybackEvents {
  /** Shows the next step; whether there is another one after it. */
  next(): boolean;
  /** How long the step that is shown stands before the next one, ms. */
  wait(): number;
  /** It has begun, or stopped; `ended`: because it came to the end. */
  changed(ended: boolean): void;
}

export class Playback {
  private readonly timers: Pick<Timers, "set" | "clear">;
  private readonly events: PlaybackEvents;
  private timer: number | null = null;

  constructor(timers: Pick<Timers, "set" | "clear">, events: PlaybackEvents) {
    this.timers = timers;
    this.events = events;
  }

  get playing(): boolean {
    return this.timer !== null;
  }

  /** The first step comes sooner: whoever has asked for it waits for something to move. */
  start(): void {
    if (this.playing) return;
    this.timer = this.timers.set(() => this.go(), Math.min(400, this.events.wait() / 2));
    this.events.changed(false);
  }

  stop(): void {
    if (this.timer === null) return;
    this.timers.clear(this.timer);
    this.timer = null;
    this.events.changed(false);
  }

  /** Another speed counts at once, not after a long wait at the old one. */
  retime(): void {
    if (this.timer === null) return;
    this.timers.clear(this.timer);
    this.timer = this.timers.set(() => this.go(), this.events.wait());
  }

  private go(): void {
    if (this.events.next()) {
      this.timer = this.timers.set(() => this.go(), this.events.wait());
      return;
    }
    this.timer = null;
    this.events.changed(true);
  }
}
