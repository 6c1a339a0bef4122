/** The steps of a replay: of one game, or of two that run side by side. */
import { shortened, STEP_MS, type Speed } from "./pace.ts";

export interface Timeline {
  /** The last step; step 0 is the opening. */
  readonly last: number;
  /** How far each game is at a step. */
  plies(step: number): readonly number[];
  /** The first step at which a game is as far as `ply`. */
  stepOf(game: number, ply: number): number;
  /** The time of a step, ms since the first action; null where no time is known or two games have no common one. */
  moment(step: number): number | null;
}

/** Ply by ply; a game that is shorter waits at its end. `times`: the moments of the actions of the only game. */
export function byPly(lengths: readonly number[], times: readonly number[] | null = null): Timeline {
  return {
    last: Math.max(...lengths),
    plies: (step) => lengths.map((length) => Math.min(step, length)),
    stepOf: (game, ply) => Math.min(ply, lengths[game] ?? 0),
    moment: (step) => (times === null ? null : step === 0 ? 0 : (times[step - 1] ?? null)),
  };
}

/** Moment by moment from both games' first actions on. `times`: the moments of each game's actions, in order. */
export function byTime(times: readonly (readonly number[])[]): Timeline {
  const all = [...new Set(times.flat())].sort((a, b) => a - b);
  const plies: number[][] = [times.map(() => 0)];
  const steps: number[][] = times.map(() => [0]);
  for (const moment of all) {
    const reached = (plies[plies.length - 1] as number[]).slice();
    for (const [game, moments] of times.entries()) {
      while ((moments[reached[game] as number] ?? Infinity) <= moment) {
        (reached[game] as number)++;
        steps[game]?.push(plies.length);
      }
    }
    plies.push(reached);
  }
  return {
    last: all.length,
    plies: (step) => plies[step] ?? [],
    stepOf: (game, ply) => steps[game]?.[ply] ?? all.length,
    moment: (step) => (step === 0 ? 0 : (all[step - 1] ?? null)),
  };
}

/** How long a replay stands at a step before it goes on to the next, ms. */
export function wait(timeline: Timeline, step: number, speed: Speed): number {
  if (speed !== "as-played") return STEP_MS / speed;
  const [from, to] = [timeline.moment(step), timeline.moment(step + 1)];
  // The first action has no thought before it that anybody measured.
  return from === null || to === null || step === 0 ? STEP_MS : shortened(to - from);
}
