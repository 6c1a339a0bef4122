import assert from "node:assert/strict";
import { test } from "node:test";

import { cardPoints, columnId, dropAt, fanOf, hitAt, layoutOf, peekPoints } from "../../../frontend/src/board/layout.ts";
import type { Layout, Rect, Shape, Size } from "../../../frontend/src/board/layout.ts";
import type { PileKind, PileView } from "../../../frontend/src/board/types.ts";

const EASY_HARP: Shape = { columns: 9, foundations: 8, waste: true };
const HARPAN: Shape = { columns: 7, foundations: 4, waste: true };
const SPINDELHARPAN: Shape = { columns: 10, foundations: 8, waste: false };
const SHAPES = { EASY_HARP, HARPAN, SPINDELHARPAN };

const PHONE: Size = { width: 360, height: 640 };
/** What the bars of the play page leave of a small phone. */
const PHONE_TABLE: Size = { width: 360, height: 520 };
const PHONE_ON_ITS_SIDE: Size = { width: 640, height: 300 };
const TABLET: Size = { width: 768, height: 900 };
const DESKTOP: Size = { width: 1440, height: 800 };
const SIZES = { PHONE, PHONE_TABLE, PHONE_ON_ITS_SIDE, TABLET, DESKTOP };

function each(check: (shape: Shape, size: Size, layout: Layout, name: string) => void): void {
  for (const [shapeName, shape] of Object.entries(SHAPES)) {
    for (const [sizeName, size] of Object.entries(SIZES)) {
      for (const hand of ["right", "left"] as const) {
        check(shape, size, layoutOf(shape, size, { hand }), `${shapeName} ${sizeName} ${hand}`);
      }
    }
  }
}

/** Face-down cards of the fullest column, and the face-up ones of the longest that can lie on it. */
const LONGEST: readonly [Shape, number, number][] = [
  [EASY_HARP, 8, 13],
  [HARPAN, 6, 13],
  // A run to the ace from the opening's card, and one from the card of each of five rows.
  [SPINDELHARPAN, 5, 6 * 13],
];

/** Many screens, the same in each run: from a small phone to a large desktop, with either hand and print. */
function everywhere(check: (shape: Shape, size: Size, layout: Layout, name: string) => void): void {
  let seed = 9;
  const random = (from: number, to: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((seed / 2 ** 32) * (to - from));
  };
  const sizes: Size[] = [PHONE, PHONE_TABLE, PHONE_ON_ITS_SIDE];
  for (let i = 0; i < 150; i++) sizes.push({ width: random(360, 2600), height: random(480, 1500) });
  for (let i = 0; i < 100; i++) sizes.push({ width: random(360, 480), height: random(480, 900) });
  for (let i = 0; i < 50; i++) sizes.push({ width: random(568, 960), height: random(280, 440) });
  for (const [shapeName, shape] of Object.entries(SHAPES)) {
    for (const size of sizes) {
      for (const hand of ["right", "left"] as const) {
        for (const largePrint of [false, true]) {
          check(shape, size, layoutOf(shape, size, { hand, largePrint }), `${shapeName} ${size.width}x${size.height} ${hand} ${largePrint ? "large" : ""}`);
        }
      }
    }
  }
}

function apart(a: Rect, b: Rect): boolean {
  const slack = 0.01;
  return (
    a.x + a.width <= b.x + slack || b.x + b.width <= a.x + slack || a.y + a.height <= b.y + slack || b.y + b.height <= a.y + slack
  );
}

function pile(id: string, kind: PileKind, down: number, up: number): PileView {
  const cards = Array.from({ length: down + up }, (_, at) => ({ at, face: at < down ? -1 : at % 52 }));
  return { id, kind, cards, label: id, empty: "none" };
}

test("on any screen all piles are on the table, apart, and a finger can hit each", () => {
  everywhere((shape, size, layout, name) => {
    const { places, zones, card } = layout;
    for (const { x, y, width, height } of [...places.values(), ...zones.values()]) {
      assert.ok(x >= -0.01 && y >= -0.01 && x + width <= size.width + 0.01 && y + height <= size.height + 0.01, name);
    }
    const rects = [...zones.values()];
    rects.forEach((rect, i) => rects.slice(i + 1).forEach((other) => assert.ok(apart(rect, other), name)));
    for (const [id, zone] of zones) assert.ok(zone.height >= 44 && zone.width >= 34, `${name}: ${id} ${zone.width}x${zone.height}`);
    assert.ok(card.width >= 34, `${name}: cards ${card.width} px wide`);
    assert.equal(places.size, shape.columns + shape.foundations + (shape.waste ? 2 : 1), name);
  });
});

test("on any screen the longest column stays on the table", () => {
  everywhere((shape, _size, layout, name) => {
    const [, down, up] = LONGEST.find(([each]) => each === shape)!;
    const points = cardPoints(layout, pile("1", "column", down, up));
    points.slice(1).forEach((point, i) => assert.ok(point.y > points[i]!.y, name));
    assert.ok(points.at(-1)!.y + layout.card.height <= layout.bottom + 0.01, name);
  });
});

test("on any screen the playable one of three turned cards lies clear, and the others show their indices", () => {
  everywhere((shape, _size, layout, name) => {
    if (!shape.waste) return;
    const [first, second, top] = cardPoints(layout, pile("waste", "waste", 0, 3));
    const { dx, dy } = layout.waste;
    assert.ok(dx >= 12 || dy >= layout.index * 0.7, `${name}: ${dx} ${dy} ${layout.index}`);
    for (const [below, above] of [[first!, second!], [second!, top!]] as const) {
      assert.deepEqual([above.x - below.x, above.y - below.y], [dx, dy], name);
    }
    for (const [id, rect] of layout.places) {
      if (id !== "waste") assert.ok(apart({ ...top!, ...layout.card }, rect), `${name}: ${id} over the waste`);
    }
  });
});

test("peeking shows every face-up card of a compressed column in its wished fan, on the table", () => {
  everywhere((shape, size, layout, name) => {
    const [, down, up] = LONGEST.find(([each]) => each === shape)!;
    for (const [id, open] of [["1", up], [columnId(shape.columns - 1), up], ["3", Math.ceil(up / 2)]] as const) {
      const column = pile(id, "column", down, open);
      const top = layout.places.get(id)!.y;
      const peeked = peekPoints(layout, column);
      if (peeked === null) {
        assert.ok(fanOf(layout, top, down, open - 1).open >= layout.fan.open, name);
        continue;
      }
      assert.deepEqual(peeked.slice(0, down), cardPoints(layout, column).slice(0, down), name);
      const shown = peeked.slice(down);
      assert.equal(new Set(shown.map(({ x, y }) => `${x} ${y}`)).size, open, name);
      shown.forEach(({ x, y }, i) => {
        assert.ok(x >= 0 && x + layout.card.width <= size.width && y >= top && y + layout.card.height <= size.height, name);
        const next = shown[i + 1];
        if (next !== undefined && next.x === x) assert.ok(next.y - y >= layout.fan.openLeast, name);
        if (next !== undefined && next.x !== x) assert.ok(next.y === top && next.x - x >= layout.card.width * 0.5, name);
      });
    }
  });
});

test("there is nothing to peek into where a column lies in its wished fan", () => {
  const layout = layoutOf(EASY_HARP, DESKTOP);
  assert.equal(peekPoints(layout, pile("9", "column", 8, 1)), null);
  assert.equal(peekPoints(layout, pile("9", "column", 8, 2)), null);
  assert.equal(peekPoints(layout, pile("waste", "waste", 0, 30)), null);
  assert.notEqual(peekPoints(layout, pile("9", "column", 8, 40)), null);
});

test("every pile has its place inside the table", () => {
  each((shape, size, layout, name) => {
    const expected = shape.columns + shape.foundations + 1 + (shape.waste ? 1 : 0);
    assert.equal(layout.places.size, expected, name);
    for (const [id, rect] of layout.places) {
      assert.ok(rect.x >= 0 && rect.x + rect.width <= size.width, `${name}: ${id} across`);
      assert.ok(rect.y >= 0 && rect.y + rect.height <= size.height, `${name}: ${id} down`);
    }
  });
});

test("no two places overlap, and no two touch areas do", () => {
  each((_shape, _size, layout, name) => {
    for (const rects of [layout.places, layout.zones]) {
      const all = [...rects];
      all.forEach(([id, rect], i) => {
        for (const [other, otherRect] of all.slice(i + 1)) assert.ok(apart(rect, otherRect), `${name}: ${id} and ${other}`);
      });
    }
  });
});

test("cards on a small phone are at least 34 px wide and top places at least 44 px high", () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    for (const size of [PHONE_TABLE, PHONE_ON_ITS_SIDE]) {
      const layout = layoutOf(shape, size);
      assert.ok(layout.card.width >= 34, name);
      for (const [id, zone] of layout.zones) assert.ok(zone.height >= 44, `${name}: ${id}`);
    }
  }
});

test("the waste's cards stay inside its touch area and the table", () => {
  each((shape, size, layout, name) => {
    if (!shape.waste) return;
    const zone = layout.zones.get("waste")!;
    for (const point of cardPoints(layout, pile("waste", "waste", 0, 9))) {
      assert.ok(point.x >= 0 && point.x + layout.card.width <= size.width && point.y + layout.card.height <= size.height, name);
      assert.ok(point.x >= zone.x - 0.01 && point.x + layout.card.width <= zone.x + zone.width + 0.01, name);
    }
  });
});

test("Easy Harp on a phone has two rows of five top places", () => {
  const { places, form } = layoutOf(EASY_HARP, PHONE_TABLE);
  assert.equal(form, "double");
  const rows = new Map<number, number>();
  for (const id of [..."abcdefgh", "stock", "waste"]) rows.set(places.get(id)!.y, (rows.get(places.get(id)!.y) ?? 0) + 1);
  assert.deepEqual([...rows.values()], [5, 5]);
});

test("a phone on its side has the top places beside the columns", () => {
  const { places, form } = layoutOf(SPINDELHARPAN, PHONE_ON_ITS_SIDE);
  assert.equal(form, "side");
  assert.equal(places.get("1")!.y, places.get("stock")!.y);
});

test("Spindelharpan has no waste", () => {
  assert.equal(layoutOf(SPINDELHARPAN, PHONE).places.has("waste"), false);
});

test("a desktop's cards are not larger than 108 px and the columns stand in the middle", () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    const { card, places } = layoutOf(shape, { width: 2400, height: 1300 });
    assert.ok(card.width <= 108, name);
    const last = places.get(columnId(shape.columns - 1))!;
    const right = 2400 - last.x - last.width;
    assert.ok(Math.abs(places.get("1")!.x - right) <= 1, name);
  }
});

test("the stock is on the side of the playing hand on a phone", () => {
  const middle = PHONE.width / 2;
  for (const [name, shape] of Object.entries(SHAPES)) {
    assert.ok(layoutOf(shape, PHONE, { hand: "right" }).places.get("stock")!.x > middle, name);
    assert.ok(layoutOf(shape, PHONE, { hand: "left" }).places.get("stock")!.x < middle, name);
  }
});

test("columns and foundations keep their order for either hand", () => {
  each((shape, _size, layout, name) => {
    const xs = Array.from({ length: shape.columns }, (_, i) => layout.places.get(columnId(i))!.x);
    assert.deepEqual(xs, [...xs].sort((a, b) => a - b), name);
    assert.ok(layout.places.get("a")!.x <= layout.places.get("b")!.x, name);
  });
});

test("the longest columns stay on the table", () => {
  for (const [shape, down, up] of LONGEST) {
    for (const [name, size] of Object.entries(SIZES)) {
      const layout = layoutOf(shape, size);
      const points = cardPoints(layout, pile("1", "column", down, up));
      assert.ok(points.at(-1)!.y + layout.card.height <= layout.bottom + 0.01, `${name}: ${down}+${up}`);
      points.slice(1).forEach((point, i) => assert.ok(point.y > points[i]!.y, name));
    }
  }
});

test("every index of the longest usual column can be read on a phone", () => {
  for (const [shape, down, up] of [[EASY_HARP, 8, 13], [HARPAN, 6, 13], [SPINDELHARPAN, 5, 14]] as [Shape, number, number][]) {
    const layout = layoutOf(shape, PHONE_TABLE);
    assert.ok(fanOf(layout, layout.places.get("1")!.y, down, up - 1).open >= layout.fan.openLeast);
  }
});

test("a growing column gives up face-up steps first, then face-down ones, then both", () => {
  const layout = layoutOf(EASY_HARP, { width: 1200, height: 700 });
  const top = layout.places.get("9")!.y;
  const fans = Array.from({ length: 40 }, (_, open) => fanOf(layout, top, 8, open));
  assert.deepEqual(fans[0], { hidden: layout.fan.hidden, open: layout.fan.open });
  for (const fan of fans) {
    if (fan.hidden < layout.fan.hidden) assert.ok(fan.open <= layout.fan.openLeast);
    if (fan.open < layout.fan.openLeast) assert.ok(fan.hidden <= layout.fan.hiddenLeast);
  }
  assert.ok(fans.some((fan) => fan.open < layout.fan.open && fan.hidden === layout.fan.hidden));
  assert.ok(fans.some((fan) => fan.hidden < layout.fan.hidden && fan.open === layout.fan.openLeast));
  assert.ok(fans.some((fan) => fan.open < layout.fan.openLeast));
});

test("the waste shows three cards, the older ones lie together", () => {
  const layout = layoutOf(HARPAN, DESKTOP);
  const xs = cardPoints(layout, pile("waste", "waste", 0, 6)).map(({ x }) => x);
  const { dx } = layout.waste;
  assert.deepEqual(xs.map((x) => x - xs[0]!), [0, 0, 0, 0, dx, 2 * dx]);
});

test("on a phone the top card of the waste keeps its place", () => {
  const layout = layoutOf(HARPAN, PHONE);
  const tops = [1, 2, 3, 7].map((count) => cardPoints(layout, pile("waste", "waste", 0, count)).at(-1)!.x);
  assert.deepEqual(new Set(tops).size, 1);
});

test("a touch finds the card that is seen at its point", () => {
  const layout = layoutOf(HARPAN, PHONE);
  const column = pile("3", "column", 2, 4);
  const points = cardPoints(layout, column);
  points.forEach((point, index) => {
    assert.equal(hitAt(layout, [column], { x: point.x + 10, y: point.y + 2 })?.index, index);
  });
  const last = points.at(-1)!;
  assert.equal(hitAt(layout, [column], { x: last.x + 10, y: last.y + layout.card.height - 1 })?.index, 5);
  assert.equal(hitAt(layout, [column], { x: last.x + 10, y: last.y + layout.card.height + 40 })?.index, -1);
  assert.equal(hitAt(layout, [column], { x: 2, y: 500 }), null);
});

test("a touch in the gap beside a card belongs to the nearer pile", () => {
  const layout = layoutOf(HARPAN, DESKTOP);
  const piles = [pile("3", "column", 0, 1), pile("4", "column", 0, 1)];
  const place = layout.places.get("3")!;
  assert.equal(hitAt(layout, piles, { x: place.x + place.width + 2, y: place.y + 20 })?.pile.id, "3");
  assert.equal(hitAt(layout, piles, { x: layout.places.get("4")!.x - 2, y: place.y + 20 })?.pile.id, "4");
});

test("a drop between two columns goes to the legal one", () => {
  const layout = layoutOf(EASY_HARP, PHONE);
  const three = layout.places.get("3")!;
  const four = layout.places.get("4")!;
  const corner = { x: (three.x + four.x) / 2 - 4, y: three.y + 60 };
  const pointer = { x: corner.x + 10, y: corner.y + 10 };
  assert.equal(dropAt(layout, "1", corner, pointer, new Set(["4"])), "4");
  assert.equal(dropAt(layout, "1", corner, pointer, new Set(["3"])), "3");
  assert.equal(dropAt(layout, "1", corner, pointer, new Set()), "3");
});

test("a drop anywhere on the foundations finds the one that takes the card", () => {
  for (const size of [PHONE, PHONE_ON_ITS_SIDE, DESKTOP]) {
    const layout = layoutOf(EASY_HARP, size);
    const a = layout.places.get("a")!;
    assert.equal(dropAt(layout, "5", a, { x: a.x + 5, y: a.y + 5 }, new Set(["2", "h"])), "h");
    assert.equal(dropAt(layout, "5", a, { x: a.x + 5, y: a.y + 5 }, new Set(["2"])), "a");
  }
});

test("a drop at home or on nothing is no move", () => {
  const layout = layoutOf(HARPAN, DESKTOP);
  const home = layout.places.get("2")!;
  assert.equal(dropAt(layout, "2", { x: home.x + 12, y: home.y + 30 }, { x: home.x + 30, y: home.y + 40 }, new Set(["3"])), null);
  assert.equal(dropAt(layout, "2", { x: 4, y: 700 }, { x: 10, y: 710 }, new Set(["3"])), null);
  const stock = layout.places.get("stock")!;
  assert.equal(dropAt(layout, "2", stock, { x: stock.x + 3, y: stock.y + 3 }, new Set()), null);
});

test("large print makes the index larger and its fan wider, on the narrowest cards as well", () => {
  for (const size of [DESKTOP, { width: 360, height: 540 }]) {
    const usual = layoutOf(SPINDELHARPAN, size);
    const large = layoutOf(SPINDELHARPAN, size, { largePrint: true });
    assert.ok(large.index > usual.index && large.fan.openLeast > usual.fan.openLeast);
  }
});
