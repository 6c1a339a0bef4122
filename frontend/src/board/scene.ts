/** The drawn table: one element a pile, one a card, moved by `translate` alone. */

import { backOf, faceOf } from "./faces.ts";
import type { Letters } from "./faces.ts";
import { Hand } from "./hand.ts";
import { WASTE_SHOWN, cardPoints, isDown, layoutOf, peekPoints, shapeOf } from "./layout.ts";
import { departures } from "./leaving.ts";
import type { Departure } from "./leaving.ts";
import type { Layout, LayoutOptions, Point, Size } from "./layout.ts";
import { ensureSymbols, symbol } from "./symbols.ts";
import type { BoardView, CardView, Lift, PileView, Sign } from "./types.ts";

export interface DrawnCard {
  readonly element: HTMLElement;
  card: CardView;
  pile: string;
  index: number;
  /** Where it lies or, once it has been let go of in mid-air, where that was. */
  x: number;
  y: number;
  flight: { readonly animation: Animation; readonly path: readonly Stop[] } | null;
  lifted: boolean;
}

/** A point of a flight and the share of its time at which it is reached. */
interface Stop extends Point {
  readonly offset: number;
}

interface DrawnPile {
  readonly group: HTMLElement;
  /** The place under the cards: a button where no card can be one. */
  readonly place: HTMLElement;
  readonly note: HTMLElement;
  sign: Sign | null;
}

const EASE_OUT = "cubic-bezier(0.2, 0.7, 0.3, 1)";
/** A batch of cards (a dealt row, a run that leaves) starts one after the other, ms. */
const STAGGER = 14;
/** A run that leaves: so long it is seen whole, and so long after one another its cards go, in shares of a move's time. */
const SEEN_WHOLE = 0.9;
const TURN = 0.22;
const FLYING_Z = 500;
const PEEKED_Z = 300;

export class Scene {
  readonly root: HTMLElement;
  readonly cards = new Map<number, DrawnCard>();
  readonly piles = new Map<string, DrawnPile>();
  view: BoardView = { piles: [], legal: [], stockTap: false };
  layout: Layout | null = null;
  letters: Letters = "JQK";
  layoutOptions: LayoutOptions = {};
  /** Duration of a move, ms; 0 for none. */
  moveTime = 150;
  private size: Size = { width: 0, height: 0 };
  hand: Hand | null = null;
  private peeked: string | null = null;

  constructor(root: HTMLElement) {
    this.root = root;
    ensureSymbols();
  }

  show(view: BoardView, animate: boolean): void {
    const variantChanged = view.piles.map(({ id }) => id).join() !== this.view.piles.map(({ id }) => id).join();
    this.view = view;
    if (variantChanged) this.setPiles();
    if (variantChanged || this.layout === null) this.relayout(this.size, false);
    this.draw(animate && !variantChanged);
  }

  /** Lays the table out anew for a size in px, at once. */
  relayout(size: Size, draw = true): void {
    this.size = size;
    if (this.view.piles.length === 0 || size.width < 1 || size.height < 1) return;
    const layout = layoutOf(shapeOf(this.view), size, this.layoutOptions);
    this.layout = layout;
    const { style, dataset } = this.root;
    style.setProperty("--card-width", `${layout.card.width}px`);
    style.setProperty("--card-height", `${layout.card.height}px`);
    style.setProperty("--card-index", `${layout.index}px`);
    dataset["form"] = layout.form;
    dataset["cards"] = layout.card.width < 60 ? "small" : "large";
    for (const [id, { place, note }] of this.piles) {
      const at = layout.places.get(id)!;
      place.style.translate = note.style.translate = `${at.x}px ${at.y}px`;
    }
    if (draw) this.draw(false);
  }

  pile(id: string): PileView | undefined {
    return this.view.piles.find((pile) => pile.id === id);
  }

  /** The drawn cards of a lift, deepest first. */
  lifted({ pile, count }: Lift): DrawnCard[] {
    const cards = this.pile(pile)?.cards ?? [];
    return cards.slice(Math.max(0, cards.length - count)).flatMap(({ at }) => this.cards.get(at) ?? []);
  }

  /** Takes cards in hand; they stay in it until `release`. */
  lift(cards: readonly DrawnCard[]): void {
    for (const drawn of cards) {
      this.land(drawn);
      drawn.lifted = true;
    }
    this.hand = new Hand(this.root, cards.map(({ element }) => element));
    for (const { element } of cards) element.classList.add("lifted");
  }

  /** Fans a compressed column out, whether it is one; null lets it lie again. */
  peek(id: string | null): boolean {
    const pile = id === null ? undefined : this.pile(id);
    const can = pile !== undefined && this.layout !== null && peekPoints(this.layout, pile) !== null;
    if (!can && this.peeked === null) return false;
    this.peeked = can ? id : null;
    this.root.classList.toggle("peeking", can);
    for (const [each, { group }] of this.piles) group.classList.toggle("peeked", can && each === id);
    this.draw(true);
    return can;
  }

  /** Lets go of what was lifted, in mid-air: the next `draw` or `show` brings it home. */
  release(): void {
    const { hand } = this;
    if (hand === null) return;
    this.hand = null;
    hand.letGo();
    for (const drawn of this.cards.values()) {
      if (!drawn.lifted) continue;
      drawn.lifted = false;
      drawn.x += hand.carried.x;
      drawn.y += hand.carried.y;
      drawn.element.style.translate = `${drawn.x}px ${drawn.y}px`;
      drawn.element.classList.remove("lifted");
    }
  }

  /** Ends every movement; all cards are where they belong. */
  finish(): void {
    for (const drawn of this.cards.values()) this.land(drawn);
  }

  /** Brings every card that is not in hand to its place in the view. */
  draw(animate: boolean): void {
    const { layout } = this;
    if (layout === null) return;
    const seen = new Set<number>();
    let started = 0;
    const flights: (() => void)[] = [];
    const leaving = animate && this.moveTime > 0 ? departures(this.view.piles, ({ at }) => this.cards.get(at), layout.fan.open) : null;
    for (const pile of this.view.piles) {
      const drawnPile = this.piles.get(pile.id)!;
      this.drawPlace(pile, drawnPile);
      const points = (pile.id === this.peeked ? peekPoints(layout, pile) : null) ?? cardPoints(layout, pile);
      let next: ChildNode | null = drawnPile.place.nextSibling;
      pile.cards.forEach((card, index) => {
        seen.add(card.at);
        const point = points[index]!;
        const { drawn, created } = this.drawnCard(card, point);
        if (drawn.element === next) next = next.nextSibling;
        else drawnPile.group.insertBefore(drawn.element, next);
        drawn.pile = pile.id;
        drawn.index = index;
        const turned = !created && isDown(card) !== isDown(drawn.card);
        if (created || card.face !== drawn.card.face) this.setFace(drawn, card);
        drawn.card = card;
        if (drawn.lifted) return;
        const moved = drawn.x !== point.x || drawn.y !== point.y;
        const departure = leaving?.get(card.at);
        if (moved && departure !== undefined) flights.push(() => this.leave(drawn, point, departure));
        else if (moved) flights.push(() => this.move(drawn, point, animate && !created, started++));
        else if (drawn.flight === null) this.rest(drawn);
        if (turned && animate && !isDown(card)) this.turn(drawn);
      });
    }
    for (const flight of flights) flight();
    for (const [at, drawn] of this.cards) {
      if (seen.has(at)) continue;
      drawn.flight?.animation.cancel();
      drawn.element.remove();
      this.cards.delete(at);
    }
  }

  private setPiles(): void {
    const ids = new Set(this.view.piles.map(({ id }) => id));
    for (const [id, { group }] of this.piles) {
      if (ids.has(id)) continue;
      group.remove();
      this.piles.delete(id);
    }
    for (const [at, drawn] of this.cards) {
      if (!drawn.element.isConnected) this.cards.delete(at);
    }
    for (const { id, kind } of this.view.piles) {
      let drawn = this.piles.get(id);
      if (drawn === undefined) {
        const group = document.createElement("div");
        group.className = `pile pile-${kind}`;
        group.dataset["pile"] = id;
        group.setAttribute("role", "group");
        const place = document.createElement("div");
        place.className = "place";
        const note = document.createElement("div");
        note.className = "note";
        note.setAttribute("aria-hidden", "true");
        note.append(document.createElement("span"));
        group.append(note, place);
        drawn = { group, place, note, sign: null };
        this.piles.set(id, drawn);
      }
      this.root.append(drawn.group);
    }
  }

  private drawPlace(pile: PileView, drawn: DrawnPile): void {
    if (drawn.sign !== pile.empty) {
      drawn.sign = pile.empty;
      drawn.place.replaceChildren(...signOf(pile.empty));
    }
    const note = pile.note ?? "";
    if (drawn.note.textContent !== note) drawn.note.firstElementChild!.textContent = note;
    drawn.group.classList.toggle("spent", pile.kind === "stock" && !this.view.stockTap);
  }

  private drawnCard(card: CardView, point: Point): { drawn: DrawnCard; created: boolean } {
    const known = this.cards.get(card.at);
    if (known !== undefined) return { drawn: known, created: false };
    const element = document.createElement("div");
    element.className = "card";
    element.dataset["at"] = String(card.at);
    element.style.translate = `${point.x}px ${point.y}px`;
    const drawn: DrawnCard = { element, card, pile: "", index: 0, x: point.x, y: point.y, flight: null, lifted: false };
    this.cards.set(card.at, drawn);
    return { drawn, created: true };
  }

  private setFace({ element }: DrawnCard, card: CardView): void {
    const down = isDown(card);
    element.classList.toggle("down", down);
    element.classList.remove("turning");
    element.replaceChildren(down ? backOf() : faceOf(card.face, this.letters));
  }

  /** Draws all faces anew, for other letters. */
  redrawFaces(): void {
    for (const drawn of this.cards.values()) this.setFace(drawn, drawn.card);
  }

  private move(drawn: DrawnCard, to: Point, animate: boolean, order: number): void {
    const from = this.place(drawn, to);
    if (!animate || this.moveTime === 0) {
      this.rest(drawn);
      return;
    }
    const delay = Math.min(order, 14) * STAGGER * (this.moveTime / 150);
    this.fly(drawn, [{ ...from, offset: 0 }, { ...to, offset: 1 }], FLYING_Z + drawn.index, this.moveTime, delay);
  }

  /** The card's run is seen whole, then each goes when it is its turn. */
  private leave(drawn: DrawnCard, to: Point, { stop, turn, after }: Departure): void {
    const from = this.place(drawn, to);
    const gathered = this.moveTime;
    const gone = this.moveTime * (1 + SEEN_WHOLE + turn * TURN);
    const duration = gone + this.moveTime;
    const path = [{ ...from, offset: 0 }, { ...stop, offset: gathered / duration }, { ...stop, offset: gone / duration }, { ...to, offset: 1 }];
    this.fly(drawn, path, FLYING_Z + after, duration, 0);
  }

  /** A card's place from now on; where it is still seen. */
  private place(drawn: DrawnCard, to: Point): Point {
    const from = this.position(drawn);
    drawn.flight?.animation.cancel();
    drawn.flight = null;
    drawn.x = to.x;
    drawn.y = to.y;
    drawn.element.style.translate = `${to.x}px ${to.y}px`;
    return from;
  }

  private fly(drawn: DrawnCard, path: readonly Stop[], height: number, duration: number, delay: number): void {
    const { element } = drawn;
    element.classList.remove("buried");
    element.style.zIndex = String(height);
    const frames = path.map(({ x, y, offset }) => ({ translate: `${x}px ${y}px`, offset, easing: EASE_OUT }));
    const animation = element.animate(frames, { duration, delay, fill: "backwards" });
    drawn.flight = { animation, path };
    animation.onfinish = () => this.land(drawn);
  }

  /** Where a card is seen now, from the progress of its flight: nothing has to be measured. */
  private position(drawn: DrawnCard): Point {
    const { flight, x, y } = drawn;
    if (flight === null) return { x, y };
    const done = flight.animation.effect?.getComputedTiming().progress ?? 0;
    const next = flight.path.find(({ offset }) => offset > done) ?? { x, y, offset: 1 };
    const last = flight.path.filter(({ offset }) => offset <= done).at(-1) ?? next;
    const share = easeOut((done - last.offset) / Math.max(next.offset - last.offset, Number.EPSILON));
    return { x: last.x + (next.x - last.x) * share, y: last.y + (next.y - last.y) * share };
  }

  private land(drawn: DrawnCard): void {
    const { flight } = drawn;
    if (flight === null) return;
    drawn.flight = null;
    flight.animation.onfinish = null;
    flight.animation.cancel();
    if (!drawn.lifted) this.rest(drawn);
    // What a card in flight did not cover yet, it covers now.
    const below = this.pile(drawn.pile)?.cards.slice(0, drawn.index).slice(-4) ?? [];
    for (const { at } of below) {
      const under = this.cards.get(at);
      if (under !== undefined && under.flight === null && !under.lifted) this.rest(under);
    }
  }

  /** A card at rest: its height in the pile, and not painted where others lie on it whole. */
  private rest(drawn: DrawnCard): void {
    const pile = this.pile(drawn.pile);
    if (pile === undefined) return;
    drawn.element.style.zIndex = String(drawn.index + 1 + (drawn.pile === this.peeked ? PEEKED_Z : 0));
    const shown = pile.kind === "column" ? Infinity : pile.kind === "waste" ? WASTE_SHOWN + 1 : 2;
    const above = pile.cards.slice(drawn.index + 1);
    const covered = above.length >= shown && above.slice(-shown).every(({ at }) => this.cards.get(at)?.flight == null);
    drawn.element.classList.toggle("buried", covered);
  }

  private turn({ element }: DrawnCard): void {
    if (this.moveTime === 0) return;
    // The back is drawn over the face for the first half: a face is put into the element once, when it is known.
    element.classList.add("turning");
    const half = this.moveTime * 0.53;
    const first = element.animate({ transform: ["scaleX(1)", "scaleX(0)"] }, { duration: half, easing: "ease-in" });
    const end = (): void => element.classList.remove("turning");
    first.oncancel = end;
    first.onfinish = () => {
      end();
      element.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, { duration: half, easing: "ease-out" });
    };
  }
}

/** Near enough to EASE_OUT. */
function easeOut(share: number): number {
  return 1 - (1 - Math.max(0, Math.min(1, share))) ** 3;
}

function signOf(sign: Sign): SVGSVGElement[] {
  if (sign === "none") return [];
  const suit = sign === "spades" || sign === "hearts" || sign === "diamonds" || sign === "clubs";
  return [symbol(suit ? `suit-${sign}` : `sign-${sign}`, suit ? "sign sign-suit" : "sign sign-line")];
}
