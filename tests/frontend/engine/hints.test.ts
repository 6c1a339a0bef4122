import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenOf } from "../../../frontend/src/engine/actions.ts";
import type { Face } from "../../../frontend/src/engine/cards.ts";
import { hint, lost } from "../../../frontend/src/engine/hints/hints.ts";
import { play } from "../../../frontend/src/engine/replay.ts";
import { apply, legalActions, openingTable, type Table } from "../../../frontend/src/engine/table.ts";
import { VARIANTS, type Rules } from "../../../frontend/src/engine/variants.ts";
import { shuffled, wins } from "./golden.ts";

const AT_MOST = 1500;

for (const rules of VARIANTS.values()) {
  test(`${rules.variant}: hints are legal and come to an end`, () => {
    for (let deal = 0; deal < 5; deal++) {
      const deck = shuffled(rules, "hints", String(deal));
      let table = openingTable(rules);
      for (;;) {
        const advice = hint(rules, deck, table);
        if (advice.kind === "none") break;
        if (advice.kind === "move") assert.ok(rules.stock === "waste" || advice.action.kind !== "tap-stock");
        const token = advice.kind === "move" ? tokenOf(advice.action) : "S";
        const played = play(rules, deck, table, token);
        // Only a space keeps a row from being dealt.
        if (!played.ok && advice.kind === "deal" && played.reason === "fill-empty-columns") break;
        assert.ok(played.ok, token);
        table = played.table;
        assert.ok(table.moves < AT_MOST, "hints go in circles");
      }
    }
  });

  test(`${rules.variant}: a hint does not depend on cards that are hidden`, () => {
    const deck = shuffled(rules, "hints", "seen");
    let table = openingTable(rules);
    for (let step = 0; step < 60; step++) {
      const other = exchanged(rules, deck, table);
      assert.deepEqual(hint(rules, other, table), hint(rules, deck, table));
      assert.equal(lost(rules, other, table), lost(rules, deck, table));
      const legal = legalActions(rules, deck, table);
      const action = legal[(step * 7) % legal.length];
      if (action === undefined) break;
      const applied = apply(rules, deck, table, action);
      assert.ok(applied.ok);
      table = applied.table;
    }
  });
}

test("a game that was won is never called lost on its way", () => {
  for (const { name, rules, deck, actions } of wins) {
    let table = openingTable(rules);
    for (const token of actions) {
      assert.ok(!lost(rules, deck, table), `${name}, move ${table.moves}`);
      const played = play(rules, deck, table, token);
      assert.ok(played.ok);
      table = played.table;
    }
  }
});

test("Spindelharpan is lost without lay and stock, or with too few cards for a row", () => {
  const rules = VARIANTS.get("SO") as Rules;
  const deck = shuffled(rules, "hints", "lost");
  const table = openingTable(rules);
  const bare = { ...table, hidden: table.hidden.map(() => 0), columns: table.columns.map((_, column) => (column === 0 ? [50] : [])) };
  assert.equal(lost(rules, deck, bare), true);
  assert.equal(lost(rules, deck, table), false);
});

/** The deck with the faces of all that has not been seen the other way round. */
function exchanged(rules: Rules, deck: readonly Face[], table: Table): Face[] {
  const seen = new Set([...openingTable(rules).columns.map((pile) => pile[pile.length - 1]), ...table.turned]);
  const unseen = deck.map((_, at) => at).filter((at) => !seen.has(at));
  const other = deck.slice();
  unseen.forEach((at, index) => (other[at] = deck[unseen[unseen.length - 1 - index] as number] as Face));
  return other;
}
