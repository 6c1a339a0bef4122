/** When actions were played, and how long a replay waits between them. */

/** One move at speed 1, ms. */
export const STEP_MS = 1_000;

/** A client sends an action at the latest so long after it was played. */
const SENT_WITHIN_MS = 1_000;
/** What came in one piece after a lost connection is taken to have been played at this pace, if the gap before it has room. */
const OFFLINE_MS = 500;

/**
 * The moments at which actions were played, from their times of arrival. Those that arrived together share one: they are spread over
 * the last moments before it, as far as the server can know, and never over more than the gap to the arrival before. The first is 0.
 */
export function moments(arrivals: readonly number[]): number[] {
  const played: number[] = [];
  let before = -Infinity;
  for (let first = 0; first < arrivals.length; ) {
    const arrived = arrivals[first] as number;
    let next = first + 1;
    while (next < arrivals.length && arrivals[next] === arrived) next++;
    const together = next - first;
    const span = Math.min(arrived - before, Math.max(SENT_WITHIN_MS, together * OFFLINE_MS));
    for (let nth = 1; nth <= together; nth++) played.push(arrived - (span * (together - nth)) / together);
    before = arrived;
    first = next;
  }
  const start = played[0] ?? 0;
  return played.map((moment) => Math.round(moment - start));
}

const QUICKEST_MS = 120;
/** Longer thoughts are shortened: a second more for each doubling, */
const THOUGHT_MS = 3_000;
/** and never longer than this. */
const LONGEST_MS = 6_000;

/** How long a replay "as played" waits where the player waited `gap` ms. */
export function shortened(gap: number): number {
  if (gap <= THOUGHT_MS) return Math.max(QUICKEST_MS, gap);
  return Math.min(LONGEST_MS, THOUGHT_MS + 1_000 * Math.log2(gap / THOUGHT_MS));
}

/** How fast a replay runs: so many times one move a second, or at the player's own pace. */
export type Speed = number | "as-played";

export function speedOf(text: string): Speed {
  return text === "as-played" ? text : Number(text);
}
