/** JSON over HTTP: a refusal by the server is not a lost connection. */

/** The server answered, and said no. */
export class ApiError extends Error {
  readonly status: number;
  /** What went wrong, for programs: "stale-log". */
  readonly code: string;
  /** The error's other fields. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The wait that the server asked for, or null. */
  readonly retryAfterMs: number | null;

  constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}, retryAfterMs: number | null = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.data = data;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer: no network, a server that is away, or one that took too long. The request may have arrived all the same. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("no answer from the server", { cause });
    this.name = "NetworkError";
  }
}

export interface Client {
  get<T>(path: string): Promise<T>;
  /** `keepalive`: the request outlives the page. */
  post<T>(path: string, body?: unknown, options?: { readonly keepalive?: boolean }): Promise<T>;
  patch<T>(path: string, body: unknown, options?: { readonly keepalive?: boolean }): Promise<T>;
}

export interface ClientOptions {
  readonly fetch: typeof fetch;
  /** The document's cookies as they are now. */
  readonly cookies: () => string;
  /** Gets a new cookie against forgery, where the browser has lost its own; any page of ours gives one. */
  readonly renewCookies?: () => Promise<unknown>;
  /** Where the calls live. */
  readonly root?: string;
  readonly timeoutMs?: number;
}

const CSRF_COOKIE = /(?:^|;\s*)csrftoken=([^;]*)/;

export function createClient({ fetch, cookies, renewCookies, root = "/api/v1/", timeoutMs = 15_000 }: ClientOptions): Client {
  async function request<T>(path: string, init: RequestInit): Promise<T> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error("timeout")), timeoutMs);
    try {
      const response = await reply(() => fetch(root + path, { credentials: "same-origin", signal: abort.signal, ...init }));
      // A body may break off as well: until it is read, the answer is not there.
      const body = parsed(await reply(() => response.text()));
      if (!response.ok) throw refusal(response, body);
      if (body === undefined) throw new NetworkError("a reply that is not JSON");
      return body as T;
    } finally {
      clearTimeout(timer);
    }
  }

  async function csrfToken(): Promise<string> {
    if (!CSRF_COOKIE.test(cookies()) && renewCookies !== undefined) await reply(renewCookies);
    // Read for each request: it changes when the browser is signed in.
    return CSRF_COOKIE.exec(cookies())?.[1] ?? "";
  }

  async function write<T>(method: string, path: string, body: unknown, keepalive = false): Promise<T> {
    const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": await csrfToken() };
    return request(path, { method, keepalive, body: JSON.stringify(body), headers });
  }

  return {
    get: (path) => request(path, { headers: { Accept: "application/json" } }),
    post: (path, body = {}, options) => write("POST", path, body, options?.keepalive),
    patch: (path, body, options) => write("PATCH", path, body, options?.keepalive),
  };
}

async function reply<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new NetworkError(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  const { code, message, ...data } = error;
  return new ApiError(
    response.status,
    typeof code === "string" ? code : "error",
    typeof message === "string" ? message : response.statusText,
    data,
    retryAfter(response.headers.get("Retry-After")),
  );
}

function retryAfter(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
