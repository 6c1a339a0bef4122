/** A key or a button that is held: it steps on by itself, faster and faster. */
import type { Timers } from "../../net/line.ts";

/** A hold is told from a press after so long. */
const HOLD_MS = 350;
const SLOWEST_MS = 160;
const FASTEST_MS = 40;
/** Each step comes in so much less time than the one before it. */
const FASTER = 0.93;
/** From this step on a step takes several plies, twice as many after each so many more. */
const LEAPS_AFTER = 40;
const LARGEST_LEAP = 16;

/** How long after step `nth`, from 0, the next one comes, ms; and how many plies it takes. */
export function pace(nth: number): { readonly ms: number; readonly plies: number } {
  const ms = nth === 0 ? HOLD_MS : Math.max(FASTEST_MS, Math.round(SLOWEST_MS * FASTER ** (nth - 1)));
  return { ms, plies: Math.min(LARGEST_LEAP, 2 ** Math.floor(nth / LEAPS_AFTER)) };
}

export class Holding {
  private readonly timers: Pick<Timers, "set" | "clear">;
  private timer: number | null = null;
  /** Whether it has stepped by itself and still does. */
  rolling = false;

  constructor(timers: Pick<Timers, "set" | "clear">) {
    this.timers = timers;
  }

  /** Steps at once, and on until it is let go. `step` is told how many plies to take; false: there is nothing left. */
  press(step: (plies: number) => boolean): void {
    this.release();
    const go = (nth: number, plies: number): void => {
      this.rolling = nth > 0;
      if (!step(plies)) {
        this.release();
        return;
      }
      const next = pace(nth);
      this.timer = this.timers.set(() => go(nth + 1, next.plies), next.ms);
    };
    go(0, 1);
  }

  /** Whether there was anything to let go. */
  release(): boolean {
    const was = this.timer !== null;
    if (this.timer !== null) this.timers.clear(this.timer);
    this.timer = null;
    this.rolling = false;
    return was;
  }
}
