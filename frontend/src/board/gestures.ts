/** Pointer events to taps and drags. The table is measured once, when a pointer goes down. */

import { dropAt, hitAt, isDown } from "./layout.ts";
import type { Hit, Point } from "./layout.ts";
import type { DrawnCard, Scene } from "./scene.ts";
import type { Lift } from "./types.ts";

/** A pointer that stays within this is a tap, px. */
const SLOP = { mouse: 4, touch: 9 } as const;
/** A drag as short as this that comes home was a tap after all, px. */
const TREMBLE = 14;
/** A press that rests for so long peeks, ms. */
const HOLD_MS = 450;

export interface GestureEvents {
  /** Any pointer that goes down on the board, before anything else. */
  input(): void;
  tap(hit: Hit, at: Point, time: number): void;
  /** A touch beside all piles. */
  away(): void;
  /** The piles to which a lift may legally go. */
  targets(lift: Lift): ReadonlySet<string>;
  dragStart(lift: Lift, targets: ReadonlySet<string>): void;
  /** The pile under the drag changed. */
  over(pile: string | null): void;
  /** `to` is null where it was let go over no other pile, or taken back. Cards are no longer held, and still where they were. */
  dragEnd(lift: Lift, to: string | null): void;
}

interface Press {
  readonly pointer: number;
  readonly kind: keyof typeof SLOP;
  /** The board's corner in the window. */
  readonly corner: Point;
  readonly start: Point;
  readonly hit: Hit;
  readonly lift: Lift | null;
  now: Point;
  drag: Drag | null;
  /** The column is fanned out while it is pressed. */
  peeking: boolean;
}

interface Drag {
  readonly lift: Lift;
  readonly cards: readonly DrawnCard[];
  /** Where the first of the cards lies. */
  readonly home: Point;
  readonly targets: ReadonlySet<string>;
  over: string | null;
}

export class Gestures {
  private readonly scene: Scene;
  private readonly events: GestureEvents;
  private readonly abort = new AbortController();
  private press: Press | null = null;
  private frame = 0;
  private holding: ReturnType<typeof setTimeout> | undefined;
  enabled = true;

  constructor(scene: Scene, events: GestureEvents) {
    this.scene = scene;
    this.events = events;
    const { root } = scene;
    const options = { signal: this.abort.signal };
    root.addEventListener("pointerdown", (event) => this.down(event), options);
    root.addEventListener("pointermove", (event) => this.moved(event), options);
    root.addEventListener("pointerup", (event) => this.up(event), options);
    root.addEventListener("pointercancel", (event) => this.lost(event), options);
    root.addEventListener("lostpointercapture", (event) => this.lost(event), options);
    root.addEventListener("contextmenu", (event) => {
      if (this.press !== null || (event.target as Element).closest(".card, .place") !== null) event.preventDefault();
    }, options);
    root.addEventListener("dragstart", (event) => event.preventDefault(), options);
    // A second finger zooms the page, but not under cards that are in hand.
    root.addEventListener("touchmove", (event) => {
      if (this.dragging && event.cancelable) event.preventDefault();
    }, { ...options, passive: false });
  }

  get dragging(): boolean {
    return this.press?.drag != null;
  }

  /** Lets go of what is held; it goes home. */
  cancel(): void {
    const drag = this.press?.drag;
    this.end();
    if (drag != null) this.events.dragEnd(drag.lift, null);
  }

  /** After another view: a drag goes on if its cards still end the same pile. */
  check(): void {
    const drag = this.press?.drag;
    if (drag == null) return;
    const now = this.scene.lifted(drag.lift);
    if (now.length !== drag.cards.length || now.some((drawn, i) => drawn !== drag.cards[i])) this.cancel();
  }

  destroy(): void {
    this.end();
    this.abort.abort();
  }

  private down(event: PointerEvent): void {
    this.events.input();
    const { layout, root } = this.scene;
    if (!this.enabled || this.press !== null || event.button !== 0 || layout === null) return;
    const { left, top } = root.getBoundingClientRect();
    const start = { x: event.clientX - left, y: event.clientY - top };
    // By the settled table, not by what is under the pointer now: cards may have been in flight a moment ago.
    const hit = hitAt(layout, this.scene.view.piles, start);
    if (hit === null) {
      this.events.away();
      return;
    }
    event.preventDefault();
    root.setPointerCapture(event.pointerId);
    const kind = event.pointerType === "mouse" ? "mouse" : "touch";
    const corner = { x: left, y: top };
    const press: Press = { pointer: event.pointerId, kind, corner, start, hit, lift: liftOf(hit), now: start, drag: null, peeking: false };
    this.press = press;
    this.holding = setTimeout(() => {
      if (press.drag === null) press.peeking = this.scene.peek(hit.pile.id);
    }, HOLD_MS);
  }

  private moved(event: PointerEvent): void {
    const { press } = this;
    if (press === null || event.pointerId !== press.pointer) return;
    press.now = { x: event.clientX - press.corner.x, y: event.clientY - press.corner.y };
    if (press.drag === null && press.lift !== null && distance(press.start, press.now) > SLOP[press.kind]) this.begin(press, press.lift);
    if (press.drag !== null && this.frame === 0) this.frame = requestAnimationFrame(() => this.follow());
  }

  private begin(press: Press, lift: Lift): void {
    const cards = this.scene.lifted(lift);
    if (cards.length !== lift.count) return;
    this.unpeek(press);
    this.scene.finish();
    this.scene.lift(cards);
    const targets = this.events.targets(lift);
    press.drag = { lift, cards, home: { x: cards[0]!.x, y: cards[0]!.y }, targets, over: null };
    this.events.dragStart(lift, targets);
  }

  private follow(): void {
    this.frame = 0;
    const { press } = this;
    const drag = press?.drag;
    if (press == null || drag == null) return;
    const dx = press.now.x - press.start.x;
    const dy = press.now.y - press.start.y;
    // Whole pixels keep what is drawn on the cards sharp.
    const { x, y } = drag.home;
    this.scene.hand?.carry(Math.round(x + dx) - x, Math.round(y + dy) - y);
    const over = this.target(press, drag);
    if (over !== drag.over) {
      drag.over = over;
      this.events.over(over);
    }
  }

  private target({ start, now }: Press, { lift, home, targets }: Drag): string | null {
    const corner = { x: home.x + now.x - start.x, y: home.y + now.y - start.y };
    return dropAt(this.scene.layout!, lift.pile, corner, now, targets);
  }

  private up(event: PointerEvent): void {
    const { press } = this;
    if (press === null || event.pointerId !== press.pointer) return;
    press.now = { x: event.clientX - press.corner.x, y: event.clientY - press.corner.y };
    const far = distance(press.start, press.now);
    const { drag, hit, start, peeking } = press;
    if (drag === null) {
      this.end();
      if (!peeking && far <= (press.lift === null ? 2 * TREMBLE : SLOP[press.kind])) this.events.tap(hit, start, event.timeStamp);
      return;
    }
    this.follow();
    const to = this.target(press, drag);
    this.end();
    this.events.dragEnd(drag.lift, to);
    if (to === null && far <= TREMBLE) this.events.tap(hit, start, event.timeStamp);
  }

  private lost(event: PointerEvent): void {
    if (this.press !== null && event.pointerId === this.press.pointer) this.cancel();
  }

  private unpeek(press: Press): void {
    clearTimeout(this.holding);
    if (press.peeking) this.scene.peek(null);
    press.peeking = false;
  }

  private end(): void {
    const { press } = this;
    this.press = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    clearTimeout(this.holding);
    if (press === null) return;
    this.unpeek(press);
    this.scene.release();
    if (this.scene.root.hasPointerCapture(press.pointer)) this.scene.root.releasePointerCapture(press.pointer);
  }
}

/** What a press at a place can take in hand: face-up cards of a column to its end, the top card elsewhere. */
export function liftOf({ pile, index }: Hit): Lift | null {
  const card = pile.cards[index];
  if (card === undefined || isDown(card) || pile.kind === "stock") return null;
  const count = pile.cards.length - index;
  return pile.kind === "column" || count === 1 ? { pile: pile.id, count } : null;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
