import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOf, faceText } from "../../../frontend/src/engine/cards.ts";
import { fold, play, type Reveal } from "../../../frontend/src/engine/replay.ts";
import { openingTable, type Table } from "../../../frontend/src/engine/table.ts";
import { layout, learn, missing, unknownFaces } from "../../../frontend/src/engine/view.ts";
import { dailies, shuffled, vectors, wins, type Game } from "./golden.ts";

test("all golden games are there", () => {
  assert.equal(vectors.length, 109);
  assert.ok(wins.length >= 33);
  assert.ok(dailies.length >= 7);
});

for (const game of vectors) {
  test(`${game.name} comes out to the card`, () => {
    const { table, ply, refused } = fold(game.rules, game.deck, game.actions);
    assert.equal(refused, null);
    assert.equal(ply, game.actions.length);
    assert.deepEqual({ ...layout(table, game.deck) }, game.after);
    assert.deepEqual(table.turned, game.turned);
    assert.equal(table.won, game.won);
    for (const [token, reason] of game.refused_after) {
      assert.deepEqual(play(game.rules, game.deck, table, token), { ok: false, reason }, JSON.stringify(token));
    }
  });
}

for (const game of [...wins, ...dailies]) {
  test(`${game.name} is won`, () => {
    const { table, refused } = fold(game.rules, game.deck, game.actions);
    assert.equal(refused, null);
    assert.deepEqual([table.won, table.score, table.moves], [true, game.score, game.moves]);
  });
}

test("a daily deck comes from its key", () => {
  for (const { rules, key, code, deck } of dailies) {
    assert.deepEqual(shuffled(rules, Buffer.from(key, "hex"), code), deck);
  }
});

test("folding with reveals gives the table of the whole deck, and leaves nothing missing", () => {
  for (const game of [...vectors, ...wins, ...dailies]) {
    const { rules, deck, actions } = game;
    const reveals = revealsOf(game);
    const whole = fold(rules, deck, actions);
    const inStep = fold(rules, unknownFaces(rules), actions, { reveals });
    assert.deepEqual(inStep.table, whole.table, game.name);
    assert.deepEqual(missing(inStep.table, inStep.faces), [], game.name);
    // A client that resumes knows all of it from the start.
    const resumed = fold(rules, learn(unknownFaces(rules), reveals), actions);
    assert.deepEqual(resumed.table, whole.table, game.name);
  }
});

test("a client that asks for what is missing, and plays the action again, follows the whole deck", () => {
  let asked = 0;
  for (const { rules, deck, actions, name } of [...wins, ...dailies]) {
    let whole = openingTable(rules);
    let own = openingTable(rules);
    let faces = learn(unknownFaces(rules), revealed(0, missing(own, unknownFaces(rules)), deck));
    for (const token of actions) {
      whole = accepted(play(rules, deck, whole, token));
      let next = accepted(play(rules, faces, own, token));
      const unknown = missing(next, faces);
      if (unknown.length > 0) {
        asked++;
        faces = learn(faces, revealed(0, unknown, deck));
        next = accepted(play(rules, faces, own, token));
        // A run that leaves, known only now, may free one more card.
        faces = learn(faces, revealed(0, missing(next, faces), deck));
      }
      own = next;
      assert.deepEqual(shown(own), shown(whole), name);
    }
  }
  assert.ok(asked > 0);
});

/** A table with the length of its memory instead of all that it remembers. */
function shown(table: Table) {
  return { ...table, past: table.past.length };
}

function accepted(result: ReturnType<typeof play>) {
  assert.ok(result.ok);
  return result.table;
}

function revealed(ply: number, positions: readonly number[], deck: readonly number[]): Reveal[] {
  return positions.map((at) => ({ ply, at, card: faceText(deck[at] ?? -1) }));
}

/** What the server would send along with a game's log. */
function revealsOf({ rules, deck, actions }: Game): Reveal[] {
  let table = openingTable(rules);
  const reveals = revealed(0, missing(table, unknownFaces(rules)), deck);
  actions.forEach((token, index) => {
    const next = accepted(play(rules, deck, table, token));
    reveals.push(...revealed(index + 1, next.turned.slice(table.turned.length), deck));
    table = next;
  });
  assert.ok(reveals.every(({ at, card }) => faceOf(card) === deck[at]));
  return reveals;
}
