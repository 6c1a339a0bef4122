/** Where everything lies: a pure function of the variant's shape, the size and the player's options. */

import { FACE_DOWN } from "./types.ts";
import type { BoardView, CardView, PileView } from "./types.ts";

export interface Shape {
  readonly columns: number;
  readonly foundations: number;
  readonly waste: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LayoutOptions {
  readonly hand?: "right" | "left";
  readonly largePrint?: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point, Size {}

/**
 * - `row`: all top places in one row over the columns.
 * - `double`: two rows of top places (a phone held upright, more top places than columns).
 * - `side`: foundations and stock beside the columns (a phone on its side).
 */
export type Form = "row" | "double" | "side";

export interface Layout {
  readonly form: Form;
  readonly size: Size;
  readonly card: Size;
  /** Where the first card of each pile lies, by pile id. */
  readonly places: ReadonlyMap<string, Rect>;
  /** The area that takes touches and drops of each pile, by pile id. Areas do not overlap. */
  readonly zones: ReadonlyMap<string, Rect>;
  /** A drop anywhere in here is a drop on the foundations. */
  readonly foundations: Rect;
  /** No card of a column reaches below this, px. */
  readonly bottom: number;
  /** Steps between cards of a column, px: wished for, and the least at which an index can be read. */
  readonly fan: { readonly open: number; readonly openLeast: number; readonly hidden: number; readonly hiddenLeast: number };
  /** Step between the cards of the waste; `end`: the top card keeps its place and the older ones lie to its left. */
  readonly waste: { readonly dx: number; readonly dy: number; readonly end: boolean };
  /** Size of the index on a card, px. */
  readonly index: number;
}

const RATIO = 1.4;
const WIDEST_CARD = 108;
/** What stays free at the left and the right of a narrow table and of a wide one, px. */
const MARGIN = 2;
const WIDE_MARGIN = 16;
/** As many cards of the waste are seen. */
export const WASTE_SHOWN = 3;
const FOUNDATION_IDS = "abcdefgh";
/** A column this long should lie in its wished fan. */
const USUAL_LENGTH = 15;

export function shapeOf(view: BoardView): Shape {
  const count = (kind: string): number => view.piles.filter((pile) => pile.kind === kind).length;
  return { columns: count("column"), foundations: count("foundation"), waste: count("waste") > 0 };
}

export function columnId(index: number): string {
  return String((index + 1) % 10);
}

export function layoutOf(shape: Shape, size: Size, options: LayoutOptions = {}): Layout {
  const form = formOf(shape, size);
  const sketch = form === "side" ? sideSketch(shape, size) : form === "double" ? doubleSketch(shape, size) : rowSketch(shape, size);
  const stockLeft = (options.hand === "left") !== sketch.stockFirst;
  return finish(form, stockLeft ? sketch : mirror(sketch, size.width), shape, size, options);
}

function formOf(shape: Shape, { width, height }: Size): Form {
  if (height < 460 && width > height * 1.25) return "side";
  const top = shape.foundations + (shape.waste ? 3 : 2);
  return width < 600 && top > shape.columns ? "double" : "row";
}

/**
 * A layout before hands are considered. Piles are drawn with the stock at the left; `stockFirst` says that this is also where
 * right-handed players expect it.
 */
interface Sketch {
  readonly cardWidth: number;
  readonly stockFirst: boolean;
  readonly places: Map<string, Point>;
  readonly columnTop: number;
  readonly wasteRoom: Size;
  readonly indexMost: number;
}

/** Card width and gap of `units` cards side by side. */
function spread(units: number, width: number, widest: number): { card: number; gap: number } {
  const tight = width < 600 ? 0.05 : 0.12;
  const card = Math.max(20, Math.floor(Math.min(widest, width / (units + (units - 1) * tight))));
  const free = (width - units * card) / Math.max(1, units - 1);
  return { card, gap: Math.max(0, Math.floor(Math.min(free, card * 0.18) * 4) / 4) };
}

function rowSketch(shape: Shape, { width, height }: Size): Sketch {
  const { columns, foundations, waste } = shape;
  const room = width - 2 * (width < 600 ? MARGIN : WIDE_MARGIN);
  const widest = Math.min(WIDEST_CARD, Math.max(34, Math.floor((height * 0.19) / RATIO)));
  const onGrid = foundations + 1 + (waste ? 2 : 0) <= columns;
  const units = onGrid ? columns : Math.max(columns, foundations + 1 + (waste ? 1.7 : 0));
  const { card, gap } = spread(units, room, widest);
  const pitch = card + gap;
  const left = (width - (columns * pitch - gap)) / 2;
  const top = Math.max(4, Math.min(16, gap));
  const places = new Map<string, Point>();
  const topUnits = onGrid ? columns : units;
  const topLeft = onGrid ? left : (width - (topUnits * pitch - gap)) / 2;
  places.set("stock", { x: topLeft, y: top });
  if (waste) places.set("waste", { x: topLeft + pitch, y: top });
  for (let i = 0; i < foundations; i++) {
    places.set(FOUNDATION_IDS[i]!, { x: topLeft + (topUnits - foundations + i) * pitch, y: top });
  }
  const columnTop = top + Math.round(card * RATIO) + Math.max(8, Math.min(22, gap * 1.4));
  setColumns(places, columns, left, pitch, columnTop);
  const wasteRoom = { width: (topUnits - foundations - 1) * pitch - gap, height: 0 };
  return { cardWidth: card, stockFirst: waste && width >= 600, places, columnTop, wasteRoom, indexMost: 24 };
}

function doubleSketch(shape: Shape, { width, height }: Size): Sketch {
  const { columns, foundations } = shape;
  const perRow = Math.ceil(foundations / 2);
  const { card, gap } = spread(columns, width - 2 * MARGIN, Math.max(34, Math.floor((height * 0.14) / RATIO)));
  const pitch = card + gap;
  const left = (width - (columns * pitch - gap)) / 2;
  const cardHeight = Math.round(card * RATIO);
  const top = 4;
  const second = top + cardHeight + 6;
  const wasteWidth = card + 2 * Math.max(16, Math.round(card * 0.4));
  const right = width - left;
  const places = new Map<string, Point>([["stock", { x: left, y: top }]]);
  if (shape.waste) places.set("waste", { x: left, y: second });
  for (let i = 0; i < foundations; i++) {
    const x = right - card - (perRow - 1 - (i % perRow)) * pitch;
    places.set(FOUNDATION_IDS[i]!, { x, y: i < perRow ? top : second });
  }
  const columnTop = second + cardHeight + 10;
  setColumns(places, columns, left, pitch, columnTop);
  return { cardWidth: card, stockFirst: false, places, columnTop, wasteRoom: { width: wasteWidth, height: 0 }, indexMost: 24 };
}

function sideSketch(shape: Shape, { width, height }: Size): Sketch {
  const { columns, foundations } = shape;
  const rows = Math.min(4, foundations);
  const blocks = Math.ceil(foundations / rows);
  const top = 4;
  const rowGap = 4;
  const tallest = Math.floor((height - 2 * top - (rows - 1) * rowGap) / rows);
  const units = columns + blocks + 1;
  const aside = 10;
  const { card, gap } = spread(units, width - 2 * MARGIN - 2 * aside, Math.floor(tallest / RATIO));
  const pitch = card + gap;
  const cardHeight = Math.round(card * RATIO);
  const left = (width - (units * pitch - gap + 2 * aside)) / 2;
  const places = new Map<string, Point>([["stock", { x: left, y: top }]]);
  if (shape.waste) places.set("waste", { x: left, y: top + cardHeight + rowGap });
  setColumns(places, columns, left + pitch + aside, pitch, top);
  const blockLeft = left + pitch * (columns + 1) + 2 * aside;
  const rowPitch = (height - 2 * top - cardHeight) / Math.max(1, rows - 1);
  for (let i = 0; i < foundations; i++) {
    const y = top + (i % rows) * Math.min(rowPitch, cardHeight + 12);
    places.set(FOUNDATION_IDS[i]!, { x: blockLeft + Math.floor(i / rows) * pitch, y });
  }
  const wasteRoom = { width: card, height: height - 3 * top - cardHeight - rowGap };
  return { cardWidth: card, stockFirst: false, places, columnTop: top, wasteRoom, indexMost: Math.max(14, Math.min(19, Math.floor(height / 17))) };
}

function setColumns(places: Map<string, Point>, columns: number, left: number, pitch: number, y: number): void {
  for (let i = 0; i < columns; i++) places.set(columnId(i), { x: left + i * pitch, y });
}

/** The same table with stock and foundations on the other side; columns and foundations keep their order. */
function mirror(sketch: Sketch, width: number): Sketch {
  const places = new Map<string, Point>();
  const flip = (point: Point): Point => ({ x: width - point.x - sketch.cardWidth, y: point.y });
  const founds = [...sketch.places].filter(([id]) => FOUNDATION_IDS.includes(id));
  const columns = [...sketch.places].filter(([id]) => id >= "0" && id <= "9");
  for (const [id, point] of sketch.places) if (id === "stock" || id === "waste") places.set(id, flip(point));
  for (const group of [founds, columns]) {
    const flipped = group.map(([, point]) => flip(point));
    for (const [id, point] of group) {
      const row = group.filter(([, other]) => other.y === point.y);
      const place = row.findIndex(([other]) => other === id);
      const mirroredRow = flipped.filter((other) => other.y === point.y).sort((a, b) => a.x - b.x);
      places.set(id, mirroredRow[place]!);
    }
  }
  return { ...sketch, places };
}

function finish(form: Form, sketch: Sketch, shape: Shape, size: Size, options: LayoutOptions): Layout {
  const width = sketch.cardWidth;
  const height = Math.round(width * RATIO);
  const card = { width, height };
  const places = new Map<string, Rect>();
  for (const [id, point] of sketch.places) places.set(id, { x: quarter(point.x), y: quarter(point.y), width, height });

  const wasteAt = places.get("waste");
  const end = form !== "side" && wasteAt !== undefined && wasteAt.x + width / 2 > size.width / 2;
  const most = form === "side" ? (sketch.wasteRoom.height - height) / 2 : (sketch.wasteRoom.width - width) / 2;
  const wish = form === "side" ? height * 0.3 : Math.max(16, width * 0.4);
  const step = shape.waste ? Math.max(0, Math.floor(Math.min(wish, most))) : 0;
  const waste = { dx: form === "side" ? 0 : step, dy: form === "side" ? step : 0, end };

  const print = options.largePrint === true ? 1.2 : 1;
  // On narrow cards the width is what limits it: rank and suit stand side by side.
  const widest = options.largePrint === true ? 0.54 : 0.46;
  const index = Math.round(Math.max(Math.min(width * widest, sketch.indexMost * print), width * 0.27 * print));
  const bottom = size.height - 6;
  const usual = (bottom - sketch.columnTop - height) / (USUAL_LENGTH - 1);
  const openLeast = Math.ceil(index) + 1;
  const fan = {
    open: Math.floor(Math.max(openLeast, height * 0.24, Math.min(height * 0.46, usual))),
    openLeast,
    hidden: Math.max(4, Math.round(height * 0.12)),
    hiddenLeast: 3,
  };
  const zones = zonesOf(places, waste, bottom, size);
  const founds = [...zones].filter(([id]) => FOUNDATION_IDS.includes(id)).map(([, zone]) => zone);
  return { form, size, card, places, zones, foundations: around(founds), bottom, fan, waste, index };
}

/** Quarters of a pixel are whole device pixels often enough, and keep gaps even. */
function quarter(value: number): number {
  return Math.round(value * 4) / 4;
}

function zonesOf(places: ReadonlyMap<string, Rect>, waste: Layout["waste"], bottom: number, size: Size): Map<string, Rect> {
  const zones = new Map<string, Rect>();
  for (const [id, place] of places) {
    const column = id >= "0" && id <= "9";
    let { x, y, width, height } = place;
    if (column) height = bottom + 6 - y;
    if (id === "waste") {
      const room = waste.dx * (WASTE_SHOWN - 1);
      if (waste.end) x -= room;
      width += room;
      height += waste.dy * (WASTE_SHOWN - 1);
    }
    zones.set(id, { x, y, width, height });
  }
  // Each zone grows into half of the gap to its neighbour, so that no touch falls between two piles.
  const grown = new Map<string, Rect>();
  for (const [id, zone] of zones) {
    const others = [...zones].filter(([other]) => other !== id).map(([, rect]) => rect);
    const level = others.filter((o) => o.y < zone.y + zone.height && zone.y < o.y + o.height);
    const most = 12;
    const room = (gaps: number[]): number => Math.max(0, Math.min(most, ...gaps.filter((gap) => gap >= 0).map((gap) => gap / 2)));
    const l = room([...level.map((o) => zone.x - (o.x + o.width)), zone.x * 2]);
    const r = room([...level.map((o) => o.x - (zone.x + zone.width)), (size.width - zone.x - zone.width) * 2]);
    const t = room([...others.map((o) => zone.y - (o.y + o.height)), zone.y * 2]);
    const b = room([...others.map((o) => o.y - (zone.y + zone.height)), (size.height - zone.y - zone.height) * 2]);
    grown.set(id, { x: zone.x - l, y: zone.y - t, width: zone.width + l + r, height: zone.height + t + b });
  }
  return grown;
}

function around(rects: readonly Rect[]): Rect {
  if (rects.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const low = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: low - y };
}

/**
 * Steps after a face-down and after a face-up card, px, of a column with so many of them under its last card. A long column
 * first takes from its face-up steps, down to what can be read, then from the face-down ones, then from both.
 */
export function fanOf(layout: Layout, top: number, hidden: number, open: number): { hidden: number; open: number } {
  const room = Math.max(0, layout.bottom - top - layout.card.height);
  const { fan } = layout;
  if (hidden * fan.hidden + open * fan.open <= room) return { hidden: fan.hidden, open: fan.open };
  if (hidden * fan.hidden + open * fan.openLeast <= room) return { hidden: fan.hidden, open: (room - hidden * fan.hidden) / open };
  if (hidden * fan.hiddenLeast + open * fan.openLeast <= room) {
    return { hidden: (room - open * fan.openLeast) / hidden, open: fan.openLeast };
  }
  const scale = room / (hidden * fan.hiddenLeast + open * fan.openLeast);
  return { hidden: fan.hiddenLeast * scale, open: fan.openLeast * scale };
}

/** The top left corner of each card of a pile, deepest first. */
export function cardPoints(layout: Layout, pile: PileView): Point[] {
  const place = layout.places.get(pile.id);
  if (place === undefined) throw new RangeError(`the layout has no pile ${pile.id}`);
  const cards = pile.cards;
  if (pile.kind === "column") {
    const under = cards.slice(0, -1);
    const hidden = under.filter(isDown).length;
    const fan = fanOf(layout, place.y, hidden, under.length - hidden);
    let y = place.y;
    return cards.map((card) => {
      const point = { x: place.x, y };
      y += isDown(card) ? fan.hidden : fan.open;
      return point;
    });
  }
  if (pile.kind === "waste") {
    const shown = Math.min(WASTE_SHOWN, cards.length);
    const { dx, dy, end } = layout.waste;
    return cards.map((_, i) => {
      const fromFirst = Math.max(0, i - (cards.length - shown));
      const steps = end ? fromFirst - (shown - 1) : fromFirst;
      return { x: place.x + steps * dx, y: place.y + fromFirst * dy };
    });
  }
  return cards.map(() => ({ x: place.x, y: place.y }));
}

/**
 * Where the cards of a column lie while it is peeked into: its face-up cards in the wished fan, side by side in as many strips
 * as they need, over the column and its neighbours. Null for a column that is not compressed.
 */
export function peekPoints(layout: Layout, pile: PileView): Point[] | null {
  const open = pile.cards.filter((card) => !isDown(card)).length;
  if (pile.kind !== "column" || open < 2) return null;
  const { size, card, fan, bottom } = layout;
  const { x, y } = layout.places.get(pile.id)!;
  const hidden = pile.cards.length - open;
  if (fanOf(layout, y, hidden, open - 1).open >= fan.open) return null;
  const strips = Math.ceil(open / Math.max(1, 1 + Math.floor((bottom - y - card.height) / fan.open)));
  const rows = Math.ceil(open / strips);
  const margin = MARGIN;
  const pitch = Math.min(card.width + 2, (size.width - 2 * margin - card.width) / Math.max(1, strips - 1));
  const width = (strips - 1) * pitch + card.width;
  const left = Math.max(margin, Math.min(size.width - margin - width, x - (width - card.width) / 2));
  return cardPoints(layout, pile).map((point, index) => {
    const nth = index - hidden;
    return nth < 0 ? point : { x: quarter(left + Math.floor(nth / rows) * pitch), y: y + (nth % rows) * fan.open };
  });
}

export function isDown(card: CardView): boolean {
  return card.face === FACE_DOWN;
}

export interface Hit {
  readonly pile: PileView;
  /** Index of the card under the point; -1 where the pile's place is touched beside its cards. */
  readonly index: number;
}

/** What lies under a point of the settled table. */
export function hitAt(layout: Layout, piles: readonly PileView[], at: Point): Hit | null {
  for (const pile of piles) {
    const zone = layout.zones.get(pile.id);
    if (zone === undefined || !inside(zone, at)) continue;
    const points = cardPoints(layout, pile);
    const last = points.length - 1;
    if (pile.kind === "stock" || pile.kind === "foundation") return { pile, index: last };
    for (let i = last; i >= 0; i--) {
      const point = points[i]!;
      const reach = pile.kind === "column" ? 0 : 12;
      if (at.y >= point.y - (i === 0 ? 12 : 0) && at.y <= point.y + layout.card.height + reach) {
        if (pile.kind === "column" || at.x >= point.x - (i === 0 ? 12 : 0)) return { pile, index: i };
      }
    }
    return { pile, index: -1 };
  }
  return null;
}

export function inside(rect: Rect, at: Point): boolean {
  return at.x >= rect.x && at.x < rect.x + rect.width && at.y >= rect.y && at.y < rect.y + rect.height;
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * The pile on which a lifted card is dropped: of the piles that it overlaps well, a legal one before others, then the one
 * under more of it. Anywhere on the foundations, the foundation that takes the card. Null: on no pile but its own.
 */
export function dropAt(layout: Layout, from: string, corner: Point, pointer: Point, legal: ReadonlySet<string>): string | null {
  const lifted = { ...corner, ...layout.card };
  const area = layout.card.width * layout.card.height;
  const isFoundation = (id: string): boolean => FOUNDATION_IDS.includes(id);
  const reached: { id: string; share: number }[] = [];
  for (const [id, zone] of layout.zones) {
    if (id === "stock") continue;
    const share = overlap(zone, lifted) / area + (inside(zone, pointer) ? 0.3 : 0);
    if (share > 0.12) reached.push({ id, share });
  }
  reached.sort((a, b) => b.share - a.share);
  const own = reached.find(({ id }) => id === from)?.share ?? 0;
  const takes = reached.find(({ id, share }) => legal.has(id) && (share > 0.2 && share > own * 0.6));
  if (takes !== undefined) return takes.id;
  const best = reached[0];
  const onFoundations = inside(layout.foundations, pointer) || (best !== undefined && isFoundation(best.id));
  if (onFoundations) {
    const place = [...legal].find(isFoundation);
    if (place !== undefined && !isFoundation(from)) return place;
  }
  if (best === undefined || best.id === from) return null;
  return best.id;
}
