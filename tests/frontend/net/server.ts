/** A server and a browser to test against: the protocol's rules of appending, a network that can be cut, timers that are moved by hand. */
import type { Api } from "../../../frontend/src/net/api.ts";
import { ApiError, NetworkError } from "../../../frontend/src/net/client.ts";
import type { Timers } from "../../../frontend/src/net/line.ts";
import { Session, type SessionOptions } from "../../../frontend/src/net/session.ts";
import type { Notice } from "../../../frontend/src/net/status.ts";
import type { Store } from "../../../frontend/src/net/outbox.ts";
import type { AttemptData, OutcomeData, RevealData, StateData } from "../../../frontend/src/net/types.ts";
import { faceText, parseDeck, type Faces } from "../../../frontend/src/engine/cards.ts";
import { play } from "../../../frontend/src/engine/replay.ts";
import { openingTable, plyOf, type Table } from "../../../frontend/src/engine/table.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";

interface Stored {
  readonly id: number;
  readonly player: string;
  table: Table;
  log: string[];
  /** Ply at which each of the table's turned cards turned up. */
  turnedAt: number[];
  over: boolean;
  practice: boolean;
  firstActionAt: number | null;
}

export interface Call {
  readonly name: string;
  readonly ply?: number;
  readonly actions?: readonly string[];
  readonly keepalive?: boolean;
}

/** The server of one deal. Every browser has its own sign-in. */
export class FakeServer {
  readonly rules: Rules;
  readonly faces: Faces;
  readonly deck: string;
  readonly secret: boolean;
  readonly attempts: Stored[] = [];
  readonly clock: FakeClock;
  guests = 0;

  constructor(clock: FakeClock, variant: string, deck: string, secret = false) {
    this.clock = clock;
    this.rules = VARIANTS.get(variant) as Rules;
    this.deck = deck;
    this.faces = parseDeck(deck);
    this.secret = secret;
  }

  /** Stores actions as if another device had sent them. Returns how many were legal. */
  append(attempt: Stored, actions: readonly string[]): { taken: number; reason: string | null } {
    for (const [index, token] of actions.entries()) {
      if (attempt.table.won) return { taken: index, reason: null };
      const played = play(this.rules, this.faces, attempt.table, token);
      if (!played.ok) return { taken: index, reason: played.reason };
      attempt.table = played.table;
      attempt.log.push(token);
      attempt.firstActionAt ??= this.clock.now();
      while (attempt.turnedAt.length < attempt.table.turned.length) attempt.turnedAt.push(attempt.log.length);
      attempt.over = attempt.table.won;
    }
    return { taken: actions.length, reason: null };
  }

  start(player: string, practice = false): Stored {
    // The one attempt of a day that counts is got back also when it is over.
    const open = this.attempts.find(
      (attempt) => attempt.player === player && attempt.practice === practice && (!attempt.over || (this.secret && !practice)),
    );
    if (open !== undefined) return open;
    const table = openingTable(this.rules);
    const made: Stored = { id: 100 + this.attempts.length, player, table, log: [], turnedAt: [], over: false, practice, firstActionAt: null };
    this.attempts.push(made);
    return made;
  }

  reveals(attempt: Stored, since: number): RevealData[] {
    const up = openingTable(this.rules).columns.map((pile) => pile[pile.length - 1] as number);
    const opening = since < 0 ? up.map((at) => ({ ply: 0, at, card: faceText(this.faces[at] as number) })) : [];
    const later = attempt.table.turned.map((at, i) => ({ ply: attempt.turnedAt[i] as number, at, card: faceText(this.faces[at] as number) }));
    return [...opening, ...later.filter(({ ply }) => ply > since)];
  }

  outcome({ table, log, over }: Stored): OutcomeData | null {
    if (!over || log.length === 0) return null;
    const { won, score, moves, undos } = table;
    return { won, score, moves, undos, time_ms: 1000, finished_at: new Date(this.clock.now()).toISOString() };
  }

  state(attempt: Stored, since: number): StateData {
    const { score, moves, won } = attempt.table;
    return { ply: plyOf(attempt.table), score, moves, won, over: attempt.over, reveals: this.reveals(attempt, since), outcome: this.outcome(attempt) };
  }

  view(attempt: Stored): AttemptData {
    const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
    return {
      id: attempt.id,
      code: "CODE",
      ranked: this.secret && !attempt.practice,
      practice: attempt.practice,
      player: { name: attempt.player, guest: true },
      first_action_at: at(attempt.firstActionAt),
      server_now: new Date(this.clock.now()).toISOString(),
      deck: this.secret ? null : this.deck,
      log: attempt.log.slice(),
      reveals: this.reveals(attempt, -1),
      over: attempt.over,
      outcome: this.outcome(attempt),
    };
  }
}

/** A browser's way to the server. */
export class FakeNetwork {
  readonly server: FakeServer;
  readonly calls: Call[] = [];
  /** Who is signed in; null: nobody. */
  player: string | null;
  /** What becomes of the next requests; when there is no more, they go through. */
  readonly fates: ("through" | "lost" | "reply-lost" | ApiError)[] = [];
  down = false;
  /** Requests that wait until they are released; null: they don't. */
  held: (() => void)[] | null = null;
  most = 0;
  private under = 0;

  constructor(server: FakeServer, player: string | null = null) {
    this.server = server;
    this.player = player;
  }

  names(): string {
    return this.calls.map(({ name }) => name).join(" ");
  }

  readonly api: Api = {
    createGuest: () =>
      this.request({ name: "guest" }, () => {
        this.player ??= `guest${++this.server.guests}`;
        return { name: this.player, guest: true };
      }),
    startAttempt: (_code, practice = false) =>
      this.request({ name: practice ? "practise" : "start" }, () => this.server.view(this.server.start(this.signedIn(), practice))),
    attempt: (id) => this.request({ name: "attempt" }, () => this.server.view(this.own(id))),
    append: (id, ply, actions, { keepalive = false } = {}) =>
      this.request({ name: "append", ply, actions, keepalive }, () => {
        const attempt = this.own(id);
        const stored = attempt.log.slice(ply);
        const known = Math.min(stored.length, actions.length);
        const error = (status: number, code: string, data: object = {}): ApiError =>
          new ApiError(status, code, code, { ...this.server.state(attempt, ply), ...data });
        if (ply > attempt.log.length || stored.slice(0, known).some((token, i) => token !== actions[i])) {
          throw error(409, attempt.over ? "attempt-over" : "stale-log", { log: stored });
        }
        const fresh = actions.slice(known);
        if (fresh.length > 0 && attempt.over) throw error(409, "attempt-over", { log: stored });
        const { taken, reason } = this.server.append(attempt, fresh);
        if (reason !== null) throw error(422, "illegal-action", { index: known + taken, reason });
        return this.server.state(attempt, ply);
      }),
    finish: (id) =>
      this.request({ name: "finish" }, () => {
        const attempt = this.own(id);
        attempt.over = true;
        return this.server.outcome(attempt);
      }),
    board: () => Promise.reject(new Error("not played here")),
    day: () => Promise.reject(new Error("not played here")),
  };

  private signedIn(): string {
    if (this.player === null) throw new ApiError(401, "not-signed-in", "Sign in.");
    return this.player;
  }

  private own(id: number): Stored {
    const player = this.signedIn();
    const found = this.server.attempts.find((attempt) => attempt.id === id && attempt.player === player);
    if (found === undefined) throw new ApiError(404, "not-found", "There is no such thing here.");
    return found;
  }

  private async request<T>(call: Call, answer: () => T): Promise<T> {
    this.calls.push(call);
    if (!call.keepalive) this.most = Math.max(this.most, ++this.under);
    try {
      const { held } = this;
      if (held !== null) await new Promise<void>((go) => held.push(go));
      const fate = this.down ? "lost" : (this.fates.shift() ?? "through");
      if (fate === "lost") throw new NetworkError("cut");
      if (fate instanceof ApiError) throw fate;
      const value = JSON.parse(JSON.stringify(answer())) as T;
      if (fate === "reply-lost") throw new NetworkError("cut");
      return value;
    } finally {
      if (!call.keepalive) this.under--;
    }
  }
}

/** Time that stands still until it is moved. */
export class FakeClock implements Timers {
  private time = Date.parse("2026-11-30T12:00:00Z");
  private next = 1;
  private readonly waiting = new Map<number, { at: number; run: () => void }>();

  now(): number {
    return this.time;
  }

  set(run: () => void, ms: number): number {
    this.waiting.set(this.next, { at: this.time + ms, run });
    return this.next++;
  }

  clear(timer: number): void {
    this.waiting.delete(timer);
  }

  /** Lets `ms` go by, and everything that comes due happen. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await settle();
    for (;;) {
      const due = [...this.waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      const [id, { at, run }] = due;
      this.waiting.delete(id);
      this.time = Math.max(this.time, at);
      run();
      await settle();
    }
    this.time = end;
  }
}

/** Lets promises that are settled be heard. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((heard) => setImmediate(heard));
}

export class FakeStore implements Store {
  readonly kept = new Map<string, string>();

  get(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  set(key: string, value: string): void {
    this.kept.set(key, value);
  }

  remove(key: string): void {
    this.kept.delete(key);
  }

  keys(): string[] {
    return [...this.kept.keys()];
  }
}

/** A tab on the deal. */
export class Tab {
  readonly session: Session;
  readonly notices: Notice[] = [];
  readonly statuses: string[] = [];

  constructor(network: FakeNetwork, store: FakeStore, name: string, more: Partial<SessionOptions> = {}) {
    const { server } = network;
    this.session = new Session({
      code: "CODE",
      rules: server.rules,
      deck: server.secret ? null : server.deck,
      api: network.api,
      store,
      timers: server.clock,
      tab: name,
      random: () => 0.5,
      noticed: (notice) => this.notices.push(notice),
      changed: ({ status: { kind } }) => {
        if (this.statuses.at(-1) !== kind) this.statuses.push(kind);
      },
      ...more,
    });
  }

  /** Plays tokens that must be legal. */
  play(...tokens: string[]): void {
    for (const token of tokens) {
      const acted = this.session.act(token);
      if (!acted.ok) throw new Error(`${token}: ${acted.reason}`);
    }
  }
}
