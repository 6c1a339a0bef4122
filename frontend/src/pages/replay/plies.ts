/** The tables of a long game, of which only a few are kept: any other is played anew from the one before it. */

/** Every so many plies a table is kept for good. A jump plays at most as many actions. */
const EVERY = 500;
/** The tables last used that are kept as well, so that a step back plays nothing. */
const RECENT = 600;

export class Plies<T> {
  private readonly play: (before: T, ply: number) => T;
  private readonly kept: T[];
  private readonly recent = new Map<number, T>();

  /** `play` gives what action number `ply`, from 0, makes of the table before it. */
  constructor(opening: T, play: (before: T, ply: number) => T) {
    this.play = play;
    this.kept = [opening];
  }

  /** The table after `ply` actions. */
  at(ply: number): T {
    const sure = Math.min(Math.floor(ply / EVERY), this.kept.length - 1);
    let from = ply;
    while (from > sure * EVERY && !this.recent.has(from)) from--;
    let table = from === sure * EVERY ? (this.kept[sure] as T) : (this.recent.get(from) as T);
    while (from < ply) {
      table = this.play(table, from++);
      if (from % EVERY === 0 && this.kept.length === from / EVERY) this.kept.push(table);
      this.recent.set(from, table);
      if (this.recent.size > RECENT) this.recent.delete(this.recent.keys().next().value as number);
    }
    return table;
  }
}

/** The part of a list that is drawn: `size` places around the current one, as places from 0, `to` excluded. */
export function windowAround(current: number, length: number, size: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(current - Math.floor(size / 2), length - size));
  return { from, to: Math.min(length, from + size) };
}
