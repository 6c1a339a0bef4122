/**
 * A board, live: a snapshot and what changes after it come through a socket; while there is none, the board is looked up
 * now and then. Pure of the browser: socket, calls and timers are given.
 */
import type { LineData } from "./types.ts";

/** The first lines of a board, in its order, and the number of all. */
export interface Top {
  readonly total: number;
  readonly lines: readonly LineData[];
}

/** live: every change is on its way. waiting: about to be. off: looked up now and then. gone: there is no such board. */
export type Liveness = "waiting" | "live" | "off" | "gone";

/** What a socket reports. */
export interface LiveEvents {
  message(text: string): void;
  /** Also where it never came to be. */
  closed(code: number): void;
}

export interface LiveTimers {
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

export interface LiveOptions {
  /** Opens a socket; what comes back closes it. */
  readonly connect: (events: LiveEvents) => () => void;
  /** The board by HTTP. */
  readonly fetchTop: () => Promise<Top>;
  readonly timers: LiveTimers;
  /** `changed`: the attempts whose lines are new or read differently. */
  readonly shown: (top: Top, changed: ReadonlySet<number>) => void;
  readonly liveness?: (state: Liveness) => void;
  /** 0 to 1; spreads the retries of many clients. */
  readonly random?: () => number;
}

interface Snapshot {
  readonly type: "snapshot";
  readonly seq: number;
  readonly total: number;
  readonly lines: readonly LineData[];
}

interface Delta {
  readonly type: "delta";
  readonly seq: number;
  readonly total: number;
  /** Attempts whose lines are gone. */
  readonly remove: readonly number[];
  /** Lines that are new or read differently, in the order of the board. */
  readonly upsert: readonly LineData[];
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Between two looks at a board that is not live. */
const POLL_MS = 15_000;
/** After this without a snapshot a connection counts as off. */
const PATIENCE_MS = 5_000;
const NO_SUCH_BOARD = 4404;

interface Socket {
  close: () => void;
}

/** One series of looks; a look that was begun in an earlier one counts for nothing. */
interface Polling {
  timer: number | null;
}

export class LiveBoard {
  private readonly options: LiveOptions;
  private socket: Socket | null = null;
  private seq: number | null = null;
  private top: Top | null = null;
  private state: Liveness = "waiting";
  private failures = 0;
  private retryTimer: number | null = null;
  private polling: Polling | null = null;
  private patience: number | null = null;
  private stopped = false;

  constructor(options: LiveOptions) {
    this.options = options;
  }

  /** Connects, and stays connected until `stop`. `known`: the board as the page has it already. */
  start(known: Top | null = null): void {
    this.top = known;
    this.stopped = false;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.stopPolling();
    this.retryTimer = this.clear(this.retryTimer);
  }

  /** The network is back, or the page is seen again: no need to wait. */
  retryNow(): void {
    if (this.retryTimer === null || this.stopped) return;
    this.connect();
  }

  /** The network is known to be gone: the socket would find out much later. */
  lost(): void {
    if (this.socket === null || this.stopped) return;
    this.drop();
    this.broken();
  }

  // ---- the socket ----

  private connect(): void {
    this.retryTimer = this.clear(this.retryTimer);
    this.seq = null;
    const socket: Socket = { close: () => undefined };
    this.socket = socket;
    this.patience = this.options.timers.set(() => {
      this.patience = null;
      this.tell("off");
      this.poll();
    }, PATIENCE_MS);
    socket.close = this.options.connect({
      message: (text) => {
        if (this.socket === socket) this.take(text);
      },
      closed: (code) => {
        if (this.socket !== socket) return;
        this.drop();
        if (code === NO_SUCH_BOARD) {
          this.stopPolling();
          this.tell("gone");
        } else {
          this.broken();
        }
      },
    });
  }

  /** Lets go of the socket, whatever it still has to say. */
  private drop(): void {
    const { socket } = this;
    this.socket = null;
    this.patience = this.clear(this.patience);
    socket?.close();
  }

  private broken(): void {
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
    const spread = backoff * (0.75 + 0.5 * (this.options.random ?? Math.random)());
    this.retryTimer = this.clear(this.retryTimer);
    this.retryTimer = this.options.timers.set(() => this.connect(), spread);
    // One break is mended within a second or so; only then is it worth a word and a look.
    if (this.failures > 1) {
      this.tell("off");
      this.poll();
    } else if (this.state === "live") {
      this.tell("waiting");
    }
  }

  private take(text: string): void {
    const message = parsed(text);
    if (message?.type === "snapshot") {
      this.seq = message.seq;
      this.failures = 0;
      this.patience = this.clear(this.patience);
      this.stopPolling();
      this.tell("live");
      this.show({ total: message.total, lines: message.lines });
    } else if (message?.type === "delta" && this.seq !== null && this.top !== null && message.seq === this.seq + 1) {
      this.seq = message.seq;
      this.show({ total: message.total, lines: applied(this.top.lines, message) });
    } else {
      // A gap: only a new connection tells the whole again.
      this.drop();
      this.broken();
    }
  }

  // ---- while there is no socket ----

  private poll(): void {
    if (this.polling !== null || this.stopped) return;
    const polling: Polling = { timer: null };
    this.polling = polling;
    void this.look(polling);
  }

  private async look(polling: Polling): Promise<void> {
    try {
      const top = await this.options.fetchTop();
      if (this.polling === polling) this.show(top);
    } catch {
      // It is looked up again in any case.
    }
    if (this.polling === polling) polling.timer = this.options.timers.set(() => void this.look(polling), POLL_MS);
  }

  private stopPolling(): void {
    this.clear(this.polling?.timer ?? null);
    this.polling = null;
  }

  private show(top: Top): void {
    const before = new Map(this.top?.lines.map((line) => [line.attempt, content(line)]));
    const changed = this.top === null ? [] : top.lines.filter((line) => before.get(line.attempt) !== content(line));
    const same = this.top?.total === top.total && JSON.stringify(this.top.lines) === JSON.stringify(top.lines);
    this.top = top;
    if (!same) this.options.shown(top, new Set(changed.map(({ attempt }) => attempt)));
  }

  private tell(state: Liveness): void {
    if (this.state === state) return;
    this.state = state;
    this.options.liveness?.(state);
  }

  private clear(timer: number | null): null {
    if (timer !== null) this.options.timers.clear(timer);
    return null;
  }
}

/** The lines after a delta. Those that it does not name keep their order, and their places follow from it. */
export function applied(lines: readonly LineData[], { remove, upsert }: Pick<Delta, "remove" | "upsert">): LineData[] {
  const gone = new Set([...remove, ...upsert.map(({ attempt }) => attempt)]);
  const after = lines.filter(({ attempt }) => !gone.has(attempt));
  for (const line of upsert) after.splice(line.position - 1, 0, line);
  let before: LineData | undefined;
  return after.map((line, index) => {
    const position = index + 1;
    const rank = before !== undefined && equal(before, line) ? before.rank : position;
    before = { ...line, position, rank };
    return before;
  });
}

/** Lines that share a rank. */
function equal(a: LineData, b: LineData): boolean {
  return a.won === b.won && a.score === b.score && a.moves === b.moves && a.time_ms === b.time_ms;
}

/** What a line says, its place aside. */
function content({ rank: _rank, position: _position, ...rest }: LineData): string {
  return JSON.stringify(rest);
}

function parsed(text: string): Snapshot | Delta | null {
  try {
    const message = JSON.parse(text) as Snapshot | Delta | null;
    return message !== null && typeof message === "object" ? message : null;
  } catch {
    return null;
  }
}
