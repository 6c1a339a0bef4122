import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkCommitment, keepCommitment, type Digest } from "../../../frontend/src/net/commitments.ts";
import { FakeStore } from "./server.ts";

interface Daily {
  readonly code: string;
  readonly seed: string;
  readonly commitment: string;
}

const { dailies } = JSON.parse(readFileSync(new URL("../../data/dailies.json", import.meta.url), "utf8")) as { dailies: Daily[] };
const [{ code, seed, commitment }, other] = dailies as [Daily, Daily];
const sha256: Digest = async (text) => createHash("sha256").update(text).digest("hex");
const none: Digest = async () => null;

function seen(what: string): FakeStore {
  const store = new FakeStore();
  keepCommitment(store, code, what);
  return store;
}

test("the seed of a final day gives the commitment that was seen at the start", async () => {
  assert.equal(await checkCommitment(seen(commitment), sha256, code, { commitment, seed }), "match");
});

test("another commitment than the one that was seen is told, also before the day is final", async () => {
  const changed = { commitment: other.commitment, seed: null };
  assert.equal(await checkCommitment(seen(commitment), sha256, code, changed), "mismatch");
});

test("a seed that does not give the commitment is told", async () => {
  assert.equal(await checkCommitment(seen(commitment), sha256, code, { commitment, seed: other.seed }), "mismatch");
});

test("where the browser can't work it out the two are compared", async () => {
  assert.equal(await checkCommitment(seen(commitment), none, code, { commitment, seed }), "same");
});

test("before the day is final, and to who never began, there is nothing to say", async () => {
  assert.equal(await checkCommitment(seen(commitment), sha256, code, { commitment, seed: null }), null);
  assert.equal(await checkCommitment(new FakeStore(), sha256, code, { commitment, seed }), null);
});

test("what was seen first stays", async () => {
  const store = seen(commitment);
  keepCommitment(store, code, other.commitment);
  assert.equal(await checkCommitment(store, sha256, code, { commitment, seed }), "match");
});
