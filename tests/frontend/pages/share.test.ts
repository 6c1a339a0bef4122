import assert from "node:assert/strict";
import { test } from "node:test";
import { shareBy, shareText, type Ways } from "../../../frontend/src/pages/share.ts";
import { countdown } from "../../../frontend/src/pages/times.ts";

const link = "https://harp.example/play/EH1-D-AABEGSL/";

test("a result is shared as game, day, result, score, moves, undos, time and link", () => {
  const outcome = { won: true, score: 1315, moves: 204, undos: 3, time_ms: 754_000 };
  assert.equal(
    shareText({ game: "Easy Harp", variant: "EH", deal: "2026-01-01", outcome, link }),
    `Harp · Easy Harp · 2026-01-01\nWon · score 1,315 · 204 moves · 3 undos · 12:34\n${link}`,
  );
});

test("what was not won, in dollars, without a time, is shared as it is", () => {
  const outcome = { won: false, score: -47, moves: 1, undos: 1, time_ms: null };
  assert.equal(
    shareText({ game: "Las Vegas", variant: "HV", deal: "HV1-N-AAAAAAF", outcome, link }),
    `Harp · Las Vegas · HV1-N-AAAAAAF\nNot won · score −$47 · 1 move · 1 undo\n${link}`,
  );
});

/** A browser that has a share sheet and a clipboard, unless they are left out or refuse. */
function browser({ sheet = "takes", clipboard = "takes" }: { sheet?: string; clipboard?: string } = {}): { ways: Ways; got: string[] } {
  const got: string[] = [];
  const to = (name: string, refusal: string) => (text: string | undefined): Promise<void> => {
    if (refusal !== "takes") return Promise.reject(new DOMException("no", refusal));
    got.push(`${name}: ${text}`);
    return Promise.resolve();
  };
  const share = to("sheet", sheet);
  return {
    got,
    ways: {
      ...(sheet === "none" ? {} : { canShare: () => sheet !== "can't", share: (data: ShareData) => share(data.text) }),
      ...(clipboard === "none" ? {} : { clipboard: { writeText: to("clipboard", clipboard) } }),
    },
  };
}

test("a text goes to the share sheet alone where there is one", async () => {
  const { ways, got } = browser();
  assert.equal(await shareBy(ways, "text"), "given");
  assert.deepEqual(got, ["sheet: text"]);
});

test("who closes the share sheet wants nothing copied either", async () => {
  const { ways, got } = browser({ sheet: "AbortError" });
  assert.equal(await shareBy(ways, "text"), "given");
  assert.deepEqual(got, []);
});

for (const sheet of ["none", "can't", "NotAllowedError"]) {
  test(`a share sheet that is no way (${sheet}) leaves the clipboard`, async () => {
    const { ways, got } = browser({ sheet });
    assert.equal(await shareBy(ways, "text"), "copied");
    assert.deepEqual(got, ["clipboard: text"]);
  });
}

for (const clipboard of ["none", "NotAllowedError"]) {
  test(`without a share sheet and a clipboard (${clipboard}) it says so`, async () => {
    const { ways, got } = browser({ sheet: "none", clipboard });
    assert.equal(await shareBy(ways, "text"), "refused");
    assert.deepEqual(got, []);
  });
}

test("a countdown has hours and minutes, and in the last hour minutes and seconds", () => {
  assert.equal(countdown(5 * 3_600_000 + 11 * 60_000 + 1), "5 h 12 min");
  assert.equal(countdown(3_600_000), "1 h 0 min");
  assert.equal(countdown(3_599_000), "59:59");
  assert.equal(countdown(0), "0:00");
});
