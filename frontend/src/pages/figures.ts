/** Numbers as people read them, the same as the templates write them. */

import { number } from "./i18n.ts";

/** Milliseconds as a clock shows them: "4:05", "1:02:03"; a dash where there is no time. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A score as its players know it: in Las Vegas, dollars. */
export function points(score: number, variant: string): string {
  if (variant === "HV") return score < 0 ? `−$${-score}` : `$${score}`;
  return number(score);
}
