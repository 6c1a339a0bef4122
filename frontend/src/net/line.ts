/** The line to the server: what is the matter with it, and when it is tried again. */
import { ApiError, NetworkError } from "./client.ts";

export interface Timers {
  /** Milliseconds since 1970. */
  now(): number;
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

/** offline: it is tried again by itself. signed-out, failed: that would not help. */
export type Trouble = "offline" | "signed-out" | "failed";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

export class Line {
  private readonly timers: Timers;
  private readonly random: () => number;
  private timer: number | null = null;
  private due: () => void = () => undefined;
  private failures = 0;
  private closed = false;
  private error: unknown = null;
  trouble: Trouble | null = null;

  /** `random`: 0 to 1, spreads the retries of many clients. */
  constructor(timers: Timers, random: () => number = Math.random) {
    this.timers = timers;
    this.random = random;
  }

  /** Whether something is to run later. */
  get scheduled(): boolean {
    return this.timer !== null;
  }

  /** Why the server refused, for programs; empty when it did not. */
  get errorCode(): string {
    return this.error instanceof ApiError ? this.error.code : "";
  }

  /** The same for people. */
  get message(): string {
    return this.error instanceof Error ? this.error.message : "";
  }

  /** Runs in `ms`, in place of what was to run. */
  later(run: () => void, ms: number): void {
    this.stop();
    this.due = run;
    this.timer = this.timers.set(() => this.now(), ms);
  }

  /** Runs at once what was to run later. */
  now(): void {
    if (this.timer === null) return;
    this.stop();
    this.due();
  }

  stop(): void {
    if (this.timer !== null) this.timers.clear(this.timer);
    this.timer = null;
  }

  /** Whatever is still under way changes nothing any more. */
  close(): void {
    this.stop();
    this.closed = true;
  }

  /**
   * Runs requests. No answer, 5xx and 429 are tried again later, by `again`. `theirs`: a 404 means that the attempt is
   * another player's, since this browser was signed in as somebody else meanwhile.
   */
  async run(requests: () => Promise<void>, { again, theirs }: { readonly again?: () => void; readonly theirs: () => boolean }): Promise<void> {
    try {
      await requests();
      if (this.closed) return;
      this.failures = 0;
      if (this.trouble === "offline") this.trouble = null;
    } catch (error) {
      if (this.closed) return;
      if (passes(error)) {
        if (again !== undefined) this.retry(error, again);
        return;
      }
      this.error = error;
      const notOurs = error instanceof ApiError && (error.status === 401 || (error.status === 404 && theirs()));
      this.trouble = notOurs ? "signed-out" : "failed";
    }
  }

  private retry(error: unknown, again: () => void): void {
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures++);
    const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    this.trouble = "offline";
    this.later(again, Math.max(backoff * (0.75 + 0.5 * this.random()), asked));
  }
}

/** Whether what failed may do so no more when it is tried again. */
export function passes(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
}
