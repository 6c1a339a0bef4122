import assert from "node:assert/strict";
import { test } from "node:test";
import { codeText, numberedCode, parseCode } from "../../../frontend/src/engine/codes.ts";
import { dailies, vectors, wins } from "./golden.ts";

const codes = [...vectors.flatMap(({ code }) => code ?? []), ...wins.map(({ name }) => name.slice("win ".length)), ...dailies.map(({ code }) => code)];

test("every recorded code is read and printed as it was", () => {
  assert.ok(codes.length > 20);
  for (const code of codes) {
    const read = parseCode(code);
    assert.ok(read !== null, code);
    assert.equal(codeText(read), code);
    assert.equal(read.variant, code.slice(0, 2));
    assert.equal(read.kind, code[4]);
  }
});

test("the number is what follows from the payload", () => {
  assert.deepEqual(parseCode("EH1-N-AAAAAAF"), { variant: "EH", kind: "N", payload: 0 });
  assert.equal(codeText(numberedCode("EH", 1)), "EH1-N-AAAAAAF");
  for (const number of [1, 2, 26, 27, 4711, 999_999]) assert.equal(parseCode(codeText(numberedCode("SF", number)))?.payload, number - 1);
});

test("case, hyphens and white space do not matter", () => {
  assert.deepEqual(parseCode(" eh1n\taaa aaa-f\n"), parseCode("EH1-N-AAAAAAF"));
});

test("a slip anywhere in a code is found", () => {
  const code = "HO1-N-AAAAAEG";
  for (const at of [0, 1, 4, 6, 7, 8, 9, 10, 11, 12]) {
    const slip = code.slice(0, at) + (code[at] === "Q" ? "R" : "Q") + code.slice(at + 1);
    assert.equal(parseCode(slip), null, slip);
  }
});

test("what is no code is none", () => {
  for (const text of ["", "EH1-N-AAAAAA", "EH1-N-AAAAAAFA", "EH2-N-AAAAAAF", "XX1-N-AAAAAAF", "EH1-N-ÄAAAAAF", "EH1-N-AAAAA\u00df", "EH1-N-ZZZZZZ"]) assert.equal(parseCode(text), null, text);
  for (const number of [0, 1_000_000, 1.5, -3]) assert.throws(() => numberedCode("EH", number), RangeError);
  assert.throws(() => numberedCode("XX", 1), RangeError);
});
