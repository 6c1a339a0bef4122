/** When two taps are one double tap. */
import type { Point } from "./layout.ts";

/** A tap on the table: the card that it touched, or null where it touched none that can be lifted. */
export interface Tap {
  readonly at: number | null;
  readonly point: Point;
  /** Milliseconds. */
  readonly time: number;
}

/** Two taps within this time and distance are a double tap: ms, px. */
const DOUBLE_MS = 400;
const DOUBLE_PX = 26;

/** Whether a tap is the second half of a double tap, wherever the cards have gone meanwhile. */
export function isSecondTap(first: Tap, point: Point, time: number): boolean {
  return time - first.time <= DOUBLE_MS && Math.hypot(point.x - first.point.x, point.y - first.point.y) <= DOUBLE_PX;
}
