/**
 * One attempt, played: actions count at once on the board and are sent in batches; whatever happens to the network, the
 * tab or another device, the log comes out whole. Pure of the browser: transport, clock, storage are given.
 */
import { parseDeck, type Faces } from "../engine/cards.ts";
import type { RefusalReason } from "../engine/refusals.ts";
import { fold, play } from "../engine/replay.ts";
import { openingTable, type Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import { learn, missing, unknownFaces } from "../engine/view.ts";
import type { Api } from "./api.ts";
import { ApiError, NetworkError } from "./client.ts";
import { Outbox, type Store, type Unsent } from "./outbox.ts";
import type { AttemptData, OutcomeData, RevealData, StateData } from "./types.ts";

export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

export interface SessionOptions {
  readonly code: string;
  readonly rules: Rules;
  /** Attempts on a day's deal that are begun here are practice. */
  readonly practice?: boolean;
  /** "4D 7H ..."; null for a deal whose cards the server reveals as they turn up. */
  readonly deck: string | null;
  readonly api: Api;
  readonly store: Store;
  readonly timers: Timers;
  /** This tab's own name. */
  readonly tab: string;
  /** The names of the tabs that are open; what they have not sent is theirs to send. */
  readonly livingTabs?: () => Promise<ReadonlySet<string>>;
  /** Runs one thing at a time over all tabs: two of them must not make two guests of one browser. */
  readonly exclusively?: <T>(run: () => Promise<T>) => Promise<T>;
  /** 0 to 1; spreads the retries of many clients. */
  readonly random?: () => number;
  readonly changed?: (session: Session) => void;
  readonly noticed?: (notice: Notice) => void;
}

/** What the player must be told, beyond the state. `lost`: actions that were played here and do not count. */
export type Notice =
  | { readonly kind: "elsewhere"; readonly lost: number }
  | { readonly kind: "over"; readonly lost: number }
  /** An earlier game of this browser on the deal was over before its last actions came. */
  | { readonly kind: "late"; readonly lost: number }
  | { readonly kind: "rolled-back"; readonly lost: number; readonly reason: string };

export type Status =
  /** The stored game is being fetched. */
  | { readonly kind: "loading" }
  /** Nothing has been played. */
  | { readonly kind: "new" }
  | { readonly kind: "saved" }
  | { readonly kind: "sending"; readonly unsent: number }
  /** A card has to be shown by the server before the game goes on. */
  | { readonly kind: "waiting" }
  /** No answer; it is tried again by itself. `waiting`: the game can't go on meanwhile. */
  | { readonly kind: "offline"; readonly unsent: number; readonly waiting: boolean }
  /** This browser is no longer signed in as the player of this attempt. */
  | { readonly kind: "signed-out"; readonly unsent: number }
  /** The server refuses, and trying again will not help. `code` says why, for programs. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly unsent: number }
  | { readonly kind: "over" };

export type Acted = { readonly ok: true } | { readonly ok: false; readonly reason: RefusalReason | "attempt-over" | "not-now" };

/** An action is sent at the latest one second after it was played; the rest of it is for the way. */
const SEND_AFTER_MS = 800;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** What the server takes in one request. */
const BATCH = 2_000;
/** Browsers bound the bodies of requests that outlive their page. */
const KEEPALIVE_BATCH = 1_000;

type Trouble = Extract<Status, { kind: "offline" | "signed-out" | "failed" }>["kind"];

export class Session {
  readonly rules: Rules;
  readonly code: string;
  private readonly options: SessionOptions;
  private readonly outbox: Outbox;

  private known: Faces;
  private current: Table;
  private tokens: string[] = [];
  /** How much of the log the server has acknowledged. */
  private acknowledged = 0;
  private attempt: number | null = null;
  private practice: boolean;
  private counting = false;
  private playerName: string | null = null;
  private loading = true;
  private ended = false;
  private result: OutcomeData | null = null;
  /** The table before the action whose cards the server has to show. */
  private pausedAt: Table | null = null;
  /** The local time that corresponds to the first action. */
  private startedAt: number | null = null;

  private inFlight: Promise<void> | null = null;
  private finishing = false;
  private timer: number | null = null;
  private trouble: Trouble | null = null;
  private message = "";
  private errorCode = "";
  private failures = 0;
  /** Counts restarts: a reply to the game before must not touch this one. */
  private game = 0;

  constructor(options: SessionOptions) {
    this.options = options;
    this.rules = options.rules;
    this.code = options.code;
    this.practice = options.practice === true;
    this.outbox = new Outbox(options.store, options.code, options.tab, () => options.timers.now());
    this.known = options.deck === null ? unknownFaces(options.rules) : parseDeck(options.deck);
    this.current = openingTable(options.rules);
  }

  get table(): Table {
    return this.current;
  }

  get faces(): Faces {
    return this.known;
  }

  get log(): readonly string[] {
    return this.tokens;
  }

  get attemptId(): number | null {
    return this.attempt;
  }

  /** The name of the attempt's player; null before there is one. */
  get player(): string | null {
    return this.playerName;
  }

  /** Whether the server alone knows the cards that have not turned up. */
  get secret(): boolean {
    return this.options.deck === null;
  }

  /** Whether the attempt is the player's one that counts on a day's deal. */
  get ranked(): boolean {
    return this.counting;
  }

  get over(): boolean {
    return this.ended;
  }

  /** What the server worked out, once it has. */
  get outcome(): OutcomeData | null {
    return this.result;
  }

  /** Milliseconds since 1970 by this browser's clock at the first action; null before it. */
  get firstActionAt(): number | null {
    return this.startedAt;
  }

  get unsent(): number {
    return this.tokens.length - this.acknowledged;
  }

  /** Whether the faces of cards that have turned up are still to come. */
  get waiting(): boolean {
    return this.pausedAt !== null;
  }

  get status(): Status {
    const { unsent, waiting } = this;
    if (this.trouble === "offline") return { kind: "offline", unsent, waiting: waiting || this.loading };
    if (this.trouble === "signed-out") return { kind: "signed-out", unsent };
    if (this.trouble === "failed") return { kind: "failed", code: this.errorCode, message: this.message, unsent };
    if (this.loading) return { kind: "loading" };
    if (waiting) return { kind: "waiting" };
    if (unsent > 0 || this.finishing) return { kind: "sending", unsent };
    if (this.ended) return { kind: "over" };
    return this.tokens.length === 0 ? { kind: "new" } : { kind: "saved" };
  }

  /**
   * Takes the game up where it was: on the server, if there is an open attempt, and with what this browser had not sent.
   * A secret deal without an attempt is begun, since only an attempt shows its cards.
   */
  async resume(openAttempt: number | null, { practice = this.practice }: { readonly practice?: boolean } = {}): Promise<void> {
    this.practice = practice;
    if (this.trouble === "failed") this.trouble = null;
    const game = this.game;
    const living = (await this.options.livingTabs?.()) ?? new Set<string>();
    const left = this.outbox.left(living).filter(({ unsent }) => unsent.attempt === null || unsent.attempt === openAttempt);
    const fetchAttempt = async (): Promise<void> => {
      const data = openAttempt !== null ? await this.options.api.attempt(openAttempt) : this.options.deck === null ? await this.begin() : null;
      if (game !== this.game) return;
      this.loading = false;
      this.takeOver(data, left.map(({ unsent }) => unsent));
      for (const { tab } of left) this.outbox.forget(tab);
    };
    await this.exchange(fetchAttempt, () => void this.resume(openAttempt));
    if (!this.loading && this.unsent > 0) this.sendSoon(0);
    this.tell();
  }

  /** Plays an action. It counts at once, unless the rules refuse it or a card is being waited for. */
  act(token: string): Acted {
    if (this.ended) return { ok: false, reason: "attempt-over" };
    if (this.loading || this.waiting || this.finishing) return { ok: false, reason: "not-now" };
    const before = this.current;
    const played = play(this.rules, this.known, before, token);
    if (!played.ok) return played;
    this.current = played.table;
    this.tokens.push(token);
    this.startedAt ??= this.options.timers.now();
    if (missing(this.current, this.known).length > 0) this.pausedAt = before;
    this.keep();
    if (this.trouble === null) {
      if (this.current.won || this.waiting) this.sendSoon(0);
      else if (this.timer === null) this.sendSoon(SEND_AFTER_MS);
    }
    this.tell();
    return { ok: true };
  }

  /**
   * Gives up: sends what is unsent and ends the attempt as it stands. What the server will not take is lost, and said so.
   * Null: nothing was played. Throws NetworkError or ApiError; then the game goes on.
   */
  async finish(): Promise<OutcomeData | null> {
    if (this.loading || this.ended || (this.attempt === null && this.tokens.length === 0)) return this.result;
    this.finishing = true;
    this.tell();
    try {
      while (this.unsent > 0 && !this.ended && !this.isRefused()) {
        await this.send();
        if (this.trouble !== null && !this.isRefused()) throw new NetworkError(this.trouble);
      }
      await this.inFlight;
      if (this.attempt !== null && !this.ended) {
        this.result = await this.options.api.finish(this.attempt);
        this.ended = true;
        this.drop();
      }
      return this.result;
    } finally {
      this.finishing = false;
      this.tell();
    }
  }

  private isRefused(): boolean {
    return this.trouble === "failed";
  }

  /** The attempt is over: what the server has not taken never counts. */
  private drop(): void {
    const lost = this.unsent;
    if (this.isRefused()) this.trouble = null;
    if (lost === 0) return;
    this.tokens.length = this.acknowledged;
    this.refold();
    this.keep();
    this.notice({ kind: "over", lost });
  }

  /**
   * Tells of what this browser kept unsent for attempts other than the open one, where they are the player's own and over,
   * and forgets it. What another player left stays for them.
   */
  async tellLate(openAttempt: number | null): Promise<void> {
    const living = (await this.options.livingTabs?.()) ?? new Set<string>();
    for (const { tab, unsent } of this.outbox.left(living)) {
      if (unsent.attempt === null || unsent.attempt === openAttempt) continue;
      try {
        const { over, log } = await this.options.api.attempt(unsent.attempt);
        if (!over) continue;
        const whole = [...log.slice(0, unsent.ply), ...unsent.actions];
        this.outbox.forget(tab);
        const lost = whole.length - common(whole, log);
        if (lost > 0) this.notice({ kind: "late", lost });
      } catch {
        // Another player's, or no connection: it stays where it is.
      }
    }
  }

  /**
   * The same deal from its opening; the attempt so far must be over or empty. Its first action begins a new one. On a
   * secret deal that is practice, and begins at once; what was seen of its cards stays known.
   */
  restart({ practice = this.practice }: { readonly practice?: boolean } = {}): void {
    this.game++;
    this.practice = practice;
    this.counting = false;
    this.loading = this.options.deck === null;
    this.stopTimer();
    this.tokens = [];
    this.acknowledged = 0;
    this.attempt = null;
    this.ended = false;
    this.result = null;
    this.startedAt = null;
    this.trouble = null;
    this.failures = 0;
    this.inFlight = null;
    this.refold();
    this.keep();
    this.tell();
    if (this.loading) void this.resume(null);
  }

  /** After the sign-in was lost: the whole game so far becomes an attempt of whoever is signed in now, or of a new guest. */
  playOn(): void {
    if (this.trouble !== "signed-out") return;
    this.attempt = null;
    this.acknowledged = 0;
    this.trouble = null;
    this.keep();
    this.sendSoon(0);
    this.tell();
  }

  /** The network is back, or the player asks: try at once. */
  retryNow(): void {
    if (this.trouble === "offline" && this.timer !== null) this.fire();
  }

  /** Another device may have gone on, or the day have ended: takes the server's log, when nothing is unsent here. */
  async refresh(): Promise<void> {
    const { attempt, game } = this;
    const known = this.ended && (this.result !== null || this.tokens.length === 0);
    if (attempt === null || known || this.unsent > 0 || this.inFlight !== null || this.trouble !== null) return;
    this.inFlight = this.exchange(async () => {
      const data = await this.options.api.attempt(attempt);
      if (game === this.game && data.log.length >= this.acknowledged) this.take(data);
    });
    await this.inFlight;
    // Begun anew meanwhile: what is under way now is not ours.
    if (game !== this.game) return;
    this.inFlight = null;
    if (this.unsent > 0) this.sendSoon(SEND_AFTER_MS);
    this.tell();
  }

  /**
   * The page goes away: sends what is unsent in a request that outlives it, even beside one that is under way, since
   * repeated actions are skipped in whichever order the two arrive. What can't be sent is in storage.
   */
  leave(): void {
    if (this.attempt === null || this.unsent === 0 || this.ended || this.trouble === "signed-out") return;
    const actions = this.tokens.slice(this.acknowledged, this.acknowledged + KEEPALIVE_BATCH);
    this.options.api.append(this.attempt, this.acknowledged, actions, { keepalive: true }).catch(() => undefined);
  }

  // ---- sending ----

  private sendSoon(ms: number): void {
    this.stopTimer();
    this.retry = () => void this.send();
    this.timer = this.options.timers.set(() => this.fire(), ms);
  }

  private retry: () => void = () => undefined;

  private fire(): void {
    this.stopTimer();
    this.retry();
  }

  private stopTimer(): void {
    if (this.timer !== null) this.options.timers.clear(this.timer);
    this.timer = null;
  }

  /** One request at a time; what was played meanwhile goes with the next. */
  private async send(): Promise<void> {
    if (this.inFlight !== null) return this.inFlight;
    if (this.unsent === 0 || this.loading || this.ended || this.trouble === "signed-out" || this.trouble === "failed") return;
    this.stopTimer();
    const { game } = this;
    const under = this.exchange(() => this.sendBatch(game), () => void this.send());
    this.inFlight = under;
    this.tell();
    await under;
    if (game !== this.game) return;
    this.inFlight = null;
    // Their second may have run out while this request was under way.
    if (this.unsent > 0 && this.timer === null && this.trouble === null) this.sendSoon(0);
    this.tell();
  }

  private async sendBatch(game: number): Promise<void> {
    if (this.attempt === null) {
      const data = await this.begin();
      if (game !== this.game) return;
      this.take(data);
      if (this.unsent === 0 || this.ended) return;
    }
    const attempt = this.attempt as number;
    const ply = this.acknowledged;
    const actions = this.tokens.slice(ply, ply + BATCH);
    try {
      const state = await this.options.api.append(attempt, ply, actions);
      if (game === this.game) await this.acknowledge(state, ply + actions.length, attempt);
    } catch (error) {
      if (game !== this.game) return;
      if (!(error instanceof ApiError) || !(error.status === 409 || error.status === 422)) throw error;
      await this.contradicted(error, attempt);
    }
  }

  /** Signs a new guest in where nobody is, and begins the attempt. No form, no click: the first action does it. */
  private async begin(): Promise<AttemptData> {
    const alone = this.options.exclusively ?? ((run) => run());
    await alone(() => this.options.api.createGuest());
    return this.options.api.startAttempt(this.code, this.practice);
  }

  private async acknowledge(state: StateData, sentUpTo: number, attempt: number): Promise<void> {
    const agrees =
      state.ply === sentUpTo &&
      (state.ply < this.tokens.length || (state.score === this.current.score && state.moves === this.current.moves) || this.waiting);
    if (!agrees) {
      this.take(await this.options.api.attempt(attempt));
      return;
    }
    this.acknowledged = sentUpTo;
    this.learnReveals(state.reveals);
    if (state.over) {
      this.ended = true;
      this.result = state.outcome;
    }
    this.keep();
  }

  /** The faces that an action turned up are here: it is played again on the table before, as they may complete a run. */
  private learnReveals(reveals: readonly RevealData[]): void {
    this.known = learn(this.known, reveals);
    if (this.pausedAt === null || missing(this.current, this.known).length > 0) return;
    const again = play(this.rules, this.known, this.pausedAt, this.tokens[this.tokens.length - 1] as string);
    if (again.ok) this.current = again.table;
    this.pausedAt = null;
  }

  /** The server holds another log than ours, or refuses what we played: its truth counts. */
  private async contradicted(error: ApiError, attempt: number): Promise<void> {
    const lost = this.tokens.length;
    const data = await this.options.api.attempt(attempt);
    if (error.status === 422) {
      const reason = String(error.data["reason"] ?? "");
      this.tokens.length = Math.min(this.tokens.length, data.log.length);
      this.take(data, false);
      this.notice({ kind: "rolled-back", lost: Math.max(0, lost - this.tokens.length), reason });
    } else {
      this.take(data);
    }
  }

  // ---- the server's truth and ours ----

  /** The server's attempt and the ends of logs that tabs left behind: those that continue its log count. */
  private takeOver(data: AttemptData | null, left: readonly Unsent[]): void {
    if (data !== null) this.take(data, false);
    let lost = 0;
    for (const { ply, actions } of left) {
      if (ply > this.tokens.length) {
        lost = Math.max(lost, actions.length);
        continue;
      }
      const whole = [...this.tokens.slice(0, ply), ...actions];
      const same = common(whole, this.tokens);
      if (same === whole.length) continue;
      if (same === this.tokens.length && !this.ended) this.tokens = whole;
      else lost = Math.max(lost, whole.length - same);
    }
    if (this.tokens.length > 0) this.startedAt ??= this.options.timers.now();
    this.refold();
    this.keep();
    if (lost > 0) this.notice({ kind: this.ended ? "over" : "elsewhere", lost });
  }

  /** Makes the server's attempt ours. Unsent actions stay where they continue its log; else they are lost, and said so. */
  private take(data: AttemptData, tell = true): void {
    const had = this.tokens;
    this.attempt = data.id;
    this.counting = data.ranked;
    this.playerName = data.player.name;
    const theirs = data.log;
    const same = common(had, theirs);
    const goesOn = same === theirs.length && had.length > same && !data.over;
    const lost = goesOn ? 0 : had.length - same;
    this.tokens = goesOn ? had : theirs.slice();
    this.acknowledged = theirs.length;
    this.ended = data.over;
    this.result = data.outcome;
    if (data.deck !== null) this.known = parseDeck(data.deck);
    this.known = learn(this.known, data.reveals);
    if (data.first_action_at !== null) {
      this.startedAt = this.options.timers.now() - (Date.parse(data.server_now) - Date.parse(data.first_action_at));
    } else if (this.tokens.length === 0) {
      this.startedAt = null;
    }
    this.refold();
    this.keep();
    if (!tell) return;
    if (data.over && lost > 0) this.notice({ kind: "over", lost });
    else if (theirs.length > same) this.notice({ kind: "elsewhere", lost });
  }

  /** The table from the log anew. On partial knowledge the last action may wait for its cards. */
  private refold(): void {
    const last = this.tokens.length - 1;
    const before = fold(this.rules, this.known, this.tokens.slice(0, Math.max(0, last)));
    this.current = before.table;
    this.pausedAt = null;
    if (before.refused !== null) {
      this.tokens.length = before.ply;
    } else if (last >= 0) {
      const played = play(this.rules, this.known, before.table, this.tokens[last] as string);
      if (!played.ok) this.tokens.length = last;
      else {
        this.current = played.table;
        if (missing(played.table, this.known).length > 0) this.pausedAt = before.table;
      }
    }
    this.acknowledged = Math.min(this.acknowledged, this.tokens.length);
  }

  private keep(): void {
    this.outbox.keep({ attempt: this.attempt, ply: this.acknowledged, actions: this.tokens.slice(this.acknowledged) });
  }

  // ---- trouble ----

  /** Runs requests; no answer, 5xx and 429 are tried again later, by `again`. */
  private async exchange(run: () => Promise<void>, again?: () => void): Promise<void> {
    const { game } = this;
    try {
      await run();
      if (game !== this.game) return;
      this.failures = 0;
      if (this.trouble === "offline") this.trouble = null;
    } catch (error) {
      if (game !== this.game) return;
      this.failed(error, again);
    }
  }

  private failed(error: unknown, again?: () => void): void {
    if (error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))) {
      if (again === undefined) return;
      const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
      const spread = backoff * (0.75 + 0.5 * (this.options.random ?? Math.random)());
      const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      this.trouble = "offline";
      this.stopTimer();
      this.retry = again;
      this.timer = this.options.timers.set(() => this.fire(), Math.max(spread, asked));
      return;
    }
    // An attempt that is not there for us is another player's: this browser was signed in as somebody else meanwhile.
    const notOurs = this.attempt !== null || this.loading ? [401, 404] : [401];
    this.trouble = error instanceof ApiError && notOurs.includes(error.status) ? "signed-out" : "failed";
    this.errorCode = error instanceof ApiError ? error.code : "";
    this.message = error instanceof Error ? error.message : String(error);
  }

  private notice(notice: Notice): void {
    this.options.noticed?.(notice);
  }

  private tell(): void {
    this.options.changed?.(this);
  }
}

/** How many actions two logs have in common from the start. */
function common(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  for (let i = 0; i < most; i++) if (a[i] !== b[i]) return i;
  return most;
}
