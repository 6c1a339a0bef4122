/** The place in a replay as an address says it, so that a link leads to it. */

/** Of two games the steps are counted by their plies, or by the moments at which either player played. */
export type Counting = "ply" | "time";

export interface Place {
  readonly counting: Counting;
  readonly step: number;
}

/** "#ply=12", or "#step=12" of two games moment by moment; anything else is the opening. */
export function placeOf(hash: string): Place {
  const [, word, step] = /^#(ply|step)=(\d{1,6})$/.exec(hash) ?? [];
  return { counting: word === "step" ? "time" : "ply", step: Number(step ?? 0) };
}

/** Empty for the opening. */
export function hashOf({ counting, step }: Place): string {
  if (step === 0) return "";
  return counting === "time" ? `#step=${step}` : `#ply=${step}`;
}
