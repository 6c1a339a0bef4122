/** The calls that playing needs. */
import type { Client } from "./client.ts";
import type { AttemptData, BoardData, OutcomeData, PlayerData, StateData } from "./types.ts";

export interface Api {
  /** Makes a guest and signs this browser in; who is signed in stays who they are. */
  createGuest(): Promise<PlayerData>;
  /** The open attempt on a deal, or a new one. */
  startAttempt(code: string): Promise<AttemptData>;
  attempt(id: number): Promise<AttemptData>;
  append(id: number, ply: number, actions: readonly string[], options?: { readonly keepalive?: boolean }): Promise<StateData>;
  /** Gives up; null when nothing was played. */
  finish(id: number): Promise<OutcomeData | null>;
  /** The first lines of a deal's board, and one's own. */
  board(code: string, limit: number): Promise<BoardData>;
}

export function createApi(client: Client): Api {
  return {
    createGuest: () => client.post("guests/"),
    startAttempt: (code) => client.post(`deals/${code}/attempts/`),
    attempt: (id) => client.get(`attempts/${id}/`),
    append: (id, ply, actions, options) => client.post(`attempts/${id}/actions/`, { ply, actions }, options),
    finish: async (id) => (await client.post<{ outcome: OutcomeData | null }>(`attempts/${id}/finish/`)).outcome,
    board: (code, limit) => client.get(`boards/${code}/?limit=${limit}`),
  };
}
