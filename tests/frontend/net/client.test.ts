import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createClient, NetworkError, type Client } from "../../../frontend/src/net/client.ts";

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function clientOf(answer: () => Response | Promise<Response>, cookies = () => ""): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    return answer();
  };
  return { client: createClient({ fetch, cookies }), sent };
}

function header({ init }: Sent, name: string): string | null {
  return new Headers(init.headers).get(name);
}

test("a reply comes as its JSON", async () => {
  const { client, sent } = clientOf(() => Response.json({ name: "Ada" }));
  assert.deepEqual(await client.get("me/"), { name: "Ada" });
  assert.equal(sent[0]?.url, "/api/v1/me/");
});

test("the token against forgery is read from the cookie for each request, as signing in changes it", async () => {
  let cookies = "theme=dark; csrftoken=first";
  const { client, sent } = clientOf(() => Response.json({}), () => cookies);
  await client.post("guests/");
  cookies = "csrftoken=second; theme=dark";
  await client.post("guests/");
  assert.deepEqual(sent.map((request) => header(request, "X-CSRFToken")), ["first", "second"]);
});

test("a cookie that the browser has lost is fetched again first", async () => {
  let cookies = "";
  const sent: Sent[] = [];
  const client = createClient({
    fetch: async (url, init = {}) => (sent.push({ url: String(url), init }), Response.json({})),
    cookies: () => cookies,
    renewCookies: async () => (cookies = "csrftoken=new"),
  });
  await client.post("guests/");
  assert.deepEqual(sent.map((request) => header(request, "X-CSRFToken")), ["new"]);
});

test("an error of the API comes with its status, code and data", async () => {
  const body = { error: { code: "illegal-action", message: "No.", index: 3, reason: "only-a-king" } };
  const { client } = clientOf(() => Response.json(body, { status: 422 }));
  await assert.rejects(client.post("x/"), (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.code, error.message], [422, "illegal-action", "No."]);
    assert.deepEqual(error.data, { index: 3, reason: "only-a-king" });
    return true;
  });
});

test("the wait that the server asks for is in milliseconds", async () => {
  const { client } = clientOf(() => Response.json({ error: { code: "too-fast", message: "" } }, { status: 429, headers: { "Retry-After": "7" } }));
  await assert.rejects(client.post("x/"), { name: "ApiError", retryAfterMs: 7000 });
});

test("an error page that is not the API's is an error with its status all the same", async () => {
  const { client } = clientOf(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await assert.rejects(client.get("x/"), { name: "ApiError", status: 502, code: "error" });
});

test("no answer is a network failure, not a refusal", async () => {
  const { client } = clientOf(() => Promise.reject(new TypeError("fetch failed")));
  await assert.rejects(client.get("x/"), NetworkError);
});

test("a page of a captive portal instead of JSON is a network failure", async () => {
  const { client } = clientOf(() => new Response("<h1>Welcome to the hotel</h1>"));
  await assert.rejects(client.get("x/"), NetworkError);
});

test("an answer that takes too long is a network failure", async () => {
  const fetch = (_: unknown, init?: RequestInit): Promise<Response> =>
    new Promise((_, fail) => init?.signal?.addEventListener("abort", () => fail(new Error("aborted"))));
  const client = createClient({ fetch, cookies: () => "", timeoutMs: 10 });
  await assert.rejects(client.get("x/"), NetworkError);
});
