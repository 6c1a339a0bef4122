/** The calls that playing needs. */
import type { Client } from "./client.ts";
import type { AttemptData, BoardData, DayData, OutcomeData, PlayerData, StateData } from "./types.ts";

export interface Api {
  /** Makes a guest and signs this browser in; who is signed in stays who they are. */
  createGuest(): Promise<PlayerData>;
  /** The open attempt on a deal, or a new one; on a day's deal the ranked one, or practice. */
  startAttempt(code: string, practice?: boolean): Promise<AttemptData>;
  attempt(id: number): Promise<AttemptData>;
  append(id: number, ply: number, actions: readonly string[], options?: { readonly keepalive?: boolean }): Promise<StateData>;
  /** Gives up; null when nothing was played. */
  finish(id: number): Promise<OutcomeData | null>;
  /** The first lines of a deal's board, or those around somebody ("me"), and one's own. */
  board(code: string, limit: number, around?: string): Promise<BoardData>;
  /** The deals of a day, "2026-01-01". */
  day(date: string): Promise<DayData>;
}

export function createApi(client: Client): Api {
  return {
    createGuest: () => client.post("guests/"),
    startAttempt: (code, practice = false) => client.post(`deals/${code}/attempts/`, practice ? { practice } : {}),
    attempt: (id) => client.get(`attempts/${id}/`),
    append: (id, ply, actions, options) => client.post(`attempts/${id}/actions/`, { ply, actions }, options),
    finish: async (id) => (await client.post<{ outcome: OutcomeData | null }>(`attempts/${id}/finish/`)).outcome,
    board: (code, limit, around) => client.get(`boards/${code}/?limit=${limit}${around === undefined ? "" : `&around=${encodeURIComponent(around)}`}`),
    day: (date) => client.get(`daily/?date=${date}`),
  };
}
