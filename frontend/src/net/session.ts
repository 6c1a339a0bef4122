/**
 * One attempt, played: actions count at once on the board and are sent in batches; whatever happens to the network, the
 * tab or another device, the log comes out whole. Pure of the browser: transport, clock, storage are given.
 */
import type { Faces } from "../engine/cards.ts";
import type { Table } from "../engine/table.ts";
import type { Rules } from "../engine/variants.ts";
import type { Api } from "./api.ts";
import { ApiError, NetworkError } from "./client.ts";
import { Line, type Timers } from "./line.ts";
import { Outbox, type Store, type Unsent } from "./outbox.ts";
import { common, PlayedLog } from "./played.ts";
import type { Acted, Notice, Status } from "./status.ts";
import type { AttemptData, OutcomeData, StateData } from "./types.ts";

export interface SessionOptions {
  readonly code: string;
  readonly rules: Rules;
  /** Attempts that are begun here are practice. */
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

/** An action is sent at the latest one second after it was played; the rest of it is for the way. */
const SEND_AFTER_MS = 800;
/** What the server takes in one request. */
const BATCH = 2_000;
/** Browsers bound the bodies of requests that outlive their page. */
const KEEPALIVE_BATCH = 1_000;

export class Session {
  readonly rules: Rules;
  readonly code: string;
  private readonly options: SessionOptions;
  private readonly outbox: Outbox;
  private readonly played: PlayedLog;
  /** Each game has its own: a reply to the one before must not touch this one. */
  private line: Line;

  private attempt: number | null = null;
  private practice: boolean;
  private counting = false;
  private playerName: string | null = null;
  private loading = true;
  private ended = false;
  private result: OutcomeData | null = null;
  /** The local time that corresponds to the first action. */
  private startedAt: number | null = null;
  private inFlight: Promise<void> | null = null;
  private finishing = false;

  constructor(options: SessionOptions) {
    this.options = options;
    this.rules = options.rules;
    this.code = options.code;
    this.practice = options.practice === true;
    this.outbox = new Outbox(options.store, options.code, options.tab, () => options.timers.now());
    this.played = new PlayedLog(options.rules, options.deck);
    this.line = new Line(options.timers, options.random);
  }

  get table(): Table {
    return this.played.table;
  }

  get faces(): Faces {
    return this.played.faces;
  }

  get log(): readonly string[] {
    return this.played.tokens;
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

  /** Whether the attempt has no place on a board, or the one that is to begin will have none. */
  get practising(): boolean {
    return this.practice;
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
    return this.played.tokens.length - this.played.acknowledged;
  }

  /** Whether the faces of cards that have turned up are still to come. */
  get waiting(): boolean {
    return this.played.waiting;
  }

  get status(): Status {
    const { unsent, waiting, line } = this;
    if (line.trouble === "offline") return { kind: "offline", unsent, waiting: waiting || this.loading };
    if (line.trouble === "signed-out") return { kind: "signed-out", unsent };
    if (line.trouble === "failed") return { kind: "failed", code: line.errorCode, message: line.message, unsent };
    if (this.loading) return { kind: "loading" };
    if (waiting) return { kind: "waiting" };
    if (unsent > 0 || this.finishing) return { kind: "sending", unsent };
    if (this.ended) return { kind: "over" };
    return this.log.length === 0 ? { kind: "new" } : { kind: "saved" };
  }

  // ---- playing ----

  /** Plays an action. It counts at once, unless the rules refuse it or a card is being waited for. */
  act(token: string): Acted {
    if (this.ended) return { ok: false, reason: "attempt-over" };
    if (this.loading || this.waiting || this.finishing) return { ok: false, reason: "not-now" };
    const reason = this.played.play(token);
    if (reason !== null) return { ok: false, reason };
    this.startedAt ??= this.options.timers.now();
    this.keep();
    if (this.line.trouble === null) {
      if (this.table.won || this.waiting) this.sendSoon(0);
      else if (!this.line.scheduled) this.sendSoon(SEND_AFTER_MS);
    }
    this.tell();
    return { ok: true };
  }

  /**
   * Gives up: sends what is unsent and ends the attempt as it stands. What the server will not take is lost, and said so.
   * Null: nothing was played. Throws NetworkError or ApiError; then the game goes on.
   */
  async finish(): Promise<OutcomeData | null> {
    if (this.loading || this.ended || (this.attempt === null && this.log.length === 0)) return this.result;
    this.finishing = true;
    this.tell();
    try {
      while (this.unsent > 0 && !this.ended && !this.isRefused()) {
        await this.send();
        if (this.line.trouble !== null && !this.isRefused()) throw new NetworkError(this.line.trouble);
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
    return this.line.trouble === "failed";
  }

  /** The attempt is over: what the server has not taken never counts. */
  private drop(): void {
    const lost = this.unsent;
    if (this.isRefused()) this.line.trouble = null;
    if (lost === 0) return;
    this.played.cut(this.played.acknowledged);
    this.keep();
    this.notice({ kind: "over", lost });
  }

  /**
   * The same deal from its opening; the attempt so far must be over or empty. Its first action begins a new one. On a
   * secret deal that is practice, and begins at once; what was seen of its cards stays known.
   */
  restart({ practice = this.practice }: { readonly practice?: boolean } = {}): void {
    this.line.close();
    this.line = new Line(this.options.timers, this.options.random);
    this.practice = practice;
    this.counting = false;
    this.loading = this.secret;
    this.attempt = null;
    this.ended = false;
    this.result = null;
    this.startedAt = null;
    this.inFlight = null;
    this.played.clear();
    this.keep();
    this.tell();
    if (this.loading) void this.resume(null);
  }

  // ---- resuming ----

  /**
   * Takes the game up where it was: on the server, if there is an open attempt, and with what this browser had not sent.
   * A secret deal without an attempt is begun, since only an attempt shows its cards.
   */
  async resume(openAttempt: number | null, { practice = this.practice }: { readonly practice?: boolean } = {}): Promise<void> {
    this.practice = practice;
    if (this.isRefused()) this.line.trouble = null;
    const { line } = this;
    const left = (await this.left()).filter(({ unsent }) => unsent.attempt === null || unsent.attempt === openAttempt);
    await this.run(
      async () => {
        const data = openAttempt !== null ? await this.options.api.attempt(openAttempt) : this.secret ? await this.begin() : null;
        if (line !== this.line) return;
        this.loading = false;
        // What was begun here without the server would count, and stays for when that game is opened: this one is practice.
        const ours = data?.practice === true && !practice ? left.filter(({ unsent }) => unsent.attempt !== null) : left;
        this.takeOver(data, ours.map(({ unsent }) => unsent));
        for (const { tab } of ours) this.outbox.forget(tab);
      },
      () => void this.resume(openAttempt),
    );
    if (!this.loading && this.unsent > 0) this.sendSoon(0);
    this.tell();
  }

  /** The server's attempt and the ends of logs that tabs left behind: those that continue its log count. */
  private takeOver(data: AttemptData | null, left: readonly Unsent[]): void {
    if (data !== null) this.take(data, false);
    const lost = this.played.continueWith(left, this.ended);
    if (this.log.length > 0) this.startedAt ??= this.options.timers.now();
    this.keep();
    if (lost > 0) this.notice({ kind: this.ended ? "over" : "elsewhere", lost });
  }

  /**
   * Tells of what this browser kept unsent for attempts other than the open one, where they are the player's own and over,
   * and forgets it. What another player left stays for them.
   */
  async tellLate(openAttempt: number | null): Promise<void> {
    for (const { tab, unsent } of await this.left()) {
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

  /** What tabs that are no longer open left unsent on this deal. */
  private async left(): Promise<ReturnType<Outbox["left"]>> {
    return this.outbox.left((await this.options.livingTabs?.()) ?? new Set<string>());
  }

  /** After the sign-in was lost: the whole game so far becomes an attempt of whoever is signed in now, or of a new guest. */
  playOn(): void {
    if (this.line.trouble !== "signed-out") return;
    this.attempt = null;
    this.played.disown();
    this.line.trouble = null;
    this.keep();
    this.sendSoon(0);
    this.tell();
  }

  /** Another device may have gone on, or the day have ended: takes the server's log, when nothing is unsent here. */
  async refresh(): Promise<void> {
    const { attempt, line } = this;
    const known = this.ended && (this.result !== null || this.log.length === 0);
    if (attempt === null || known || this.unsent > 0 || this.inFlight !== null || line.trouble !== null) return;
    this.inFlight = this.run(async () => {
      const data = await this.options.api.attempt(attempt);
      if (line === this.line && data.log.length >= this.played.acknowledged) this.take(data);
    });
    await this.inFlight;
    // Begun anew meanwhile: what is under way now is not ours.
    if (line !== this.line) return;
    this.inFlight = null;
    if (this.unsent > 0) this.sendSoon(SEND_AFTER_MS);
    this.tell();
  }

  // ---- sending ----

  /** The network is back, or the player asks: try at once. */
  retryNow(): void {
    if (this.line.trouble === "offline") this.line.now();
  }

  /**
   * The page goes away: sends what is unsent in a request that outlives it, even beside one that is under way, since
   * repeated actions are skipped in whichever order the two arrive. What can't be sent is in storage.
   */
  leave(): void {
    if (this.attempt === null || this.unsent === 0 || this.ended || this.line.trouble === "signed-out") return;
    const actions = this.played.unsent.slice(0, KEEPALIVE_BATCH);
    this.options.api.append(this.attempt, this.played.acknowledged, actions, { keepalive: true }).catch(() => undefined);
  }

  private sendSoon(ms: number): void {
    this.line.later(() => void this.send(), ms);
  }

  /** One request at a time; what was played meanwhile goes with the next. */
  private async send(): Promise<void> {
    if (this.inFlight !== null) return this.inFlight;
    const { line } = this;
    if (this.unsent === 0 || this.loading || this.ended || line.trouble === "signed-out" || line.trouble === "failed") return;
    line.stop();
    const under = this.run(() => this.sendBatch(line), () => void this.send());
    this.inFlight = under;
    this.tell();
    await under;
    if (line !== this.line) return;
    this.inFlight = null;
    // Their second may have run out while this request was under way.
    if (this.unsent > 0 && !line.scheduled && line.trouble === null) this.sendSoon(0);
    this.tell();
  }

  private async sendBatch(line: Line): Promise<void> {
    if (this.attempt === null) {
      const data = await this.begin();
      if (line !== this.line) return;
      this.take(data);
      if (this.unsent === 0 || this.ended) return;
    }
    const attempt = this.attempt as number;
    const ply = this.played.acknowledged;
    const actions = this.played.unsent.slice(0, BATCH);
    try {
      const state = await this.options.api.append(attempt, ply, actions);
      if (line === this.line) await this.acknowledge(state, ply + actions.length, attempt);
    } catch (error) {
      if (line !== this.line) return;
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
    const { table } = this;
    const agrees =
      state.ply === sentUpTo && (state.ply < this.log.length || (state.score === table.score && state.moves === table.moves) || this.waiting);
    if (!agrees) {
      this.take(await this.options.api.attempt(attempt));
      return;
    }
    this.played.acknowledge(sentUpTo, state.reveals);
    if (state.over) {
      this.ended = true;
      this.result = state.outcome;
    }
    this.keep();
  }

  /** The server holds another log than ours, or refuses what we played: its truth counts. */
  private async contradicted(error: ApiError, attempt: number): Promise<void> {
    const had = this.log.length;
    const data = await this.options.api.attempt(attempt);
    if (error.status === 409) {
      this.take(data);
      return;
    }
    this.played.cut(data.log.length);
    this.take(data, false);
    this.notice({ kind: "rolled-back", lost: Math.max(0, had - this.log.length), reason: String(error.data["reason"] ?? "") });
  }

  /** Makes the server's attempt ours. Unsent actions stay where they continue its log; else they are lost, and said so. */
  private take(data: AttemptData, tell = true): void {
    this.attempt = data.id;
    this.counting = data.ranked;
    this.practice = data.practice;
    this.playerName = data.player.name;
    const { lost, gained } = this.played.adopt(data);
    this.ended = data.over;
    this.result = data.outcome;
    if (data.first_action_at !== null) {
      this.startedAt = this.options.timers.now() - (Date.parse(data.server_now) - Date.parse(data.first_action_at));
    } else if (this.log.length === 0) {
      this.startedAt = null;
    }
    this.keep();
    if (!tell) return;
    if (data.over && lost > 0) this.notice({ kind: "over", lost });
    else if (gained) this.notice({ kind: "elsewhere", lost });
  }

  private run(requests: () => Promise<void>, again?: () => void): Promise<void> {
    const theirs = (): boolean => this.attempt !== null || this.loading;
    return this.line.run(requests, again === undefined ? { theirs } : { again, theirs });
  }

  private keep(): void {
    this.outbox.keep({ attempt: this.attempt, ply: this.played.acknowledged, actions: this.played.unsent });
  }

  private notice(notice: Notice): void {
    this.options.noticed?.(notice);
  }

  private tell(): void {
    this.options.changed?.(this);
  }
}
