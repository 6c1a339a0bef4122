/** The board: it draws the table that it is given and reports what the player does with it. */

import { celebration } from "./celebration.ts";
import { Gestures, liftOf } from "./gestures.ts";
import { EVERYWHERE, press, settled } from "./keyboard.ts";
import type { Command, Ground, KeyState } from "./keyboard.ts";
import { isDown } from "./layout.ts";
import { isSecondTap, type Tap } from "./double-tap.ts";
import { Marks } from "./marks.ts";
import { nameTable, openOf } from "./names.ts";
import type { Hit, Point } from "./layout.ts";
import { Scene } from "./scene.ts";
import { Speech } from "./speech.ts";
import type { Board, BoardEvents, BoardOptions, BoardView, Lift, Move, PileView } from "./types.ts";
import { cardName } from "./words.ts";

export type { Board, BoardEvents, BoardOptions, BoardView, CardView, Lift, Move, PileView, Sign, Translate } from "./types.ts";
export { cardName } from "./words.ts";

/** A click from a screen reader comes without a pointer; one that follows a pointer is its echo, ms. */
const ECHO_MS = 700;
const MOVE_MS = { normal: 150, fast: 90, off: 0 } as const;
/** Where keys are never the board's. */
const ELSEWHERE = "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]";
const MARK_MS = 700;
const PULSE_MS = 1800;

/**
 * Makes a board that fills `root`, an element with a size of its own, and follows its size. Raises nothing; a view that names
 * a pile which no layout knows is a RangeError.
 */
export function createBoard(root: HTMLElement, events: BoardEvents, options: BoardOptions): Board {
  return new DrawnBoard(root, events, options);
}

class DrawnBoard implements Board {
  private readonly root: HTMLElement;
  private readonly events: BoardEvents;
  private options: BoardOptions;
  private readonly scene: Scene;
  private readonly speech: Speech;
  private readonly gestures: Gestures;
  private readonly resizing: ResizeObserver;
  private readonly abort = new AbortController();
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private keys: KeyState = { cursor: { pile: "", count: 1 }, selected: null };
  private lastTap: Tap | null = null;
  private lastPointer = -Infinity;
  /** While a drop is reported: its cards have yet to glide home before they can shake. */
  private dropping = false;
  private celebrating: { readonly done: Promise<void>; end(): void } | null = null;
  private readonly marks = new Marks();

  constructor(root: HTMLElement, events: BoardEvents, options: BoardOptions) {
    this.root = root;
    this.events = events;
    this.options = options;
    root.classList.add("board");
    root.setAttribute("role", "group");
    this.scene = new Scene(root);
    this.speech = new Speech(root);
    this.gestures = new Gestures(this.scene, {
      input: () => {
        root.classList.add("by-pointer");
        this.input();
      },
      tap: (hit, point, time) => this.tap(hit, point, time),
      away: () => this.select(null),
      targets: (lift) => this.targets(lift),
      dragStart: (lift, targets) => this.dragStart(lift, targets),
      over: (pile) => this.over(pile),
      dragEnd: (lift, to) => this.dragEnd(lift, to),
    });
    const { signal } = this.abort;
    root.ownerDocument.addEventListener("keydown", (event) => this.keydown(event), { signal });
    root.addEventListener("click", (event) => this.click(event), { signal });
    root.addEventListener("focusin", (event) => this.focused(event), { signal });
    this.calm.addEventListener("change", () => this.configure({}), { signal });
    this.resizing = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      this.gestures.cancel();
      this.celebrating?.end();
      this.scene.finish();
      this.scene.relayout(entry.contentRect);
    });
    this.configure({});
    const { width, height } = root.getBoundingClientRect();
    this.scene.relayout({ width, height });
    this.resizing.observe(root);
  }

  show(view: BoardView, { animate = true }: { readonly animate?: boolean } = {}): void {
    const held = this.root.contains(document.activeElement);
    // The server's answer to the winning move shows the same table again: the celebration goes on.
    if (!sameCards(this.scene.view, view)) this.celebrating?.end();
    this.scene.show(view, animate);
    this.gestures.check();
    this.keys = settled(this.keys, this.grounds());
    this.marks.put("hinted", []);
    this.name();
    this.drawSelection();
    // A card that went to another pile takes the focus from the reader; the keyboard stays where it was.
    if (held && !this.gestures.dragging) this.focus();
  }

  refuse(move: Move | null, message: string): void {
    const cards = move === null ? [] : this.scene.lifted({ pile: move.from, count: move.count });
    const elements = cards.map(({ element }) => element);
    this.marks.put("refused", elements, MARK_MS);
    if (this.scene.moveTime > 0) {
      const shake = { transform: ["none", "translateX(-4px)", "translateX(4px)", "translateX(-3px)", "none"] };
      const delay = this.dropping ? this.scene.moveTime : 0;
      for (const element of elements) element.animate(shake, { duration: 220, delay });
    }
    this.speech.say(message);
  }

  say(message: string): void {
    this.speech.say(message);
  }

  announce(text: string): void {
    this.speech.announce(text);
  }

  select(lift: Lift | null): void {
    this.keys = { ...this.keys, selected: lift, cursor: lift ?? this.keys.cursor };
    this.drawSelection();
    this.name();
  }

  hint(move: Move | null): void {
    const cards = move === null ? [] : this.scene.lifted({ pile: move.from, count: move.count }).map(({ element }) => element);
    const target = move === null ? undefined : this.scene.piles.get(move.to)?.group.lastElementChild;
    this.marks.put("hinted", target == null ? cards : [...cards, target]);
  }

  pulse(piles: readonly string[]): void {
    this.marks.put("pulsing", piles.flatMap((id) => this.scene.piles.get(id)?.group.lastElementChild ?? []), PULSE_MS);
  }

  celebrate(): Promise<void> {
    this.celebrating?.end();
    this.scene.finish();
    const celebrating = celebration(this.scene);
    this.celebrating = celebrating;
    void celebrating.done.then(() => {
      if (this.celebrating === celebrating) this.celebrating = null;
    });
    return celebrating.done;
  }

  configure(options: Partial<BoardOptions>): void {
    const letters = this.options.letters ?? "JQK";
    this.options = { ...this.options, ...options };
    const { t, label, fourColours, largePrint, motion = "normal", hand = "right", readOnly } = this.options;
    this.root.setAttribute("aria-label", label ?? t("Table"));
    this.root.classList.toggle("four-colours", fourColours === true);
    this.root.classList.toggle("large-print", largePrint === true);
    this.scene.moveTime = this.calm.matches ? 0 : MOVE_MS[motion];
    this.scene.layoutOptions = { hand, largePrint: largePrint === true };
    this.scene.letters = this.options.letters ?? "JQK";
    this.gestures.enabled = readOnly !== true;
    if (this.scene.layout === null) return;
    if (this.scene.letters !== letters) this.scene.redrawFaces();
    this.scene.finish();
    this.scene.relayout(this.scene.layout.size);
    this.name();
  }

  focus(): void {
    this.cursorElement()?.focus({ preventScroll: true });
  }

  destroy(): void {
    this.celebrating?.end();
    this.resizing.disconnect();
    this.abort.abort();
    this.gestures.destroy();
    this.speech.destroy();
    this.marks.clear();
    for (const { group } of this.scene.piles.values()) group.remove();
  }

  // Gestures

  /** Whatever the player does ends what is merely shown, and is then taken at its word. */
  private input(): void {
    this.celebrating?.end();
    this.scene.finish();
    this.speech.hush();
    this.marks.put("hinted", []);
    this.marks.put("pulsing", []);
  }

  private tap(hit: Hit, point: Point, time: number): void {
    this.lastPointer = time;
    if (this.secondTap(point, time)) return;
    const { pile, index } = hit;
    const card = pile.cards[index];
    const lift = liftOf(hit);
    this.keys = { ...this.keys, cursor: lift ?? { pile: pile.id, count: 1 } };
    this.focus();
    const placed = this.touch(pile, lift);
    // The stock is tapped as fast as one likes.
    this.lastTap = pile.kind === "stock" ? null : { at: lift === null || placed ? null : (card?.at ?? null), point, time };
  }

  /** Both taps of a double belong to what the first touched, never to what lies there since. */
  private secondTap(point: Point, time: number): boolean {
    const first = this.lastTap;
    this.lastTap = null;
    if (first === null || !isSecondTap(first, point, time)) return false;
    const drawn = first.at === null ? undefined : this.scene.cards.get(first.at);
    const pile = drawn === undefined ? undefined : this.scene.pile(drawn.pile);
    this.select(null);
    if (drawn !== undefined && pile !== undefined && !isDown(drawn.card)) this.events.doubleTap?.(pile.id, pile.cards.length - drawn.index, drawn.card.at);
    return true;
  }

  /** A tap, by pointer or by screen reader, on a lift or on a pile where nothing can be lifted; whether it named a place. */
  private touch(pile: PileView, lift: Lift | null): boolean {
    const { selected } = this.keys;
    if (pile.kind === "stock") {
      this.select(null);
      this.events.stock();
      return false;
    }
    if (selected !== null && selected.pile !== pile.id) {
      const targets = this.targets(selected);
      const to = targets.has(pile.id) ? pile.id : pile.kind === "foundation" ? this.foundationOf(targets) : null;
      // A card that can itself go somewhere begins anew; otherwise the player meant a place, and hears why not.
      const anew = to === null && lift !== null && this.targets(lift).size > 0;
      if (!anew) {
        this.select(null);
        this.events.move({ from: selected.pile, count: selected.count, to: to ?? pile.id });
        return true;
      }
    }
    const again = selected !== null && selected.pile === lift?.pile && selected.count === lift.count;
    this.select(null);
    if (lift === null || again) return false;
    const at = pile.cards[pile.cards.length - lift.count]!.at;
    if (this.events.tap?.(lift.pile, lift.count, at) !== true) this.select(lift);
    return false;
  }

  private targets({ pile, count }: Lift): ReadonlySet<string> {
    return new Set(this.scene.view.legal.filter((move) => move.from === pile && move.count === count).map(({ to }) => to));
  }

  private foundationOf(targets: ReadonlySet<string>): string | null {
    return [...targets].find((id) => this.scene.pile(id)?.kind === "foundation") ?? null;
  }

  private dragStart(lift: Lift, targets: ReadonlySet<string>): void {
    this.select(null);
    this.lastTap = null;
    this.keys = { ...this.keys, cursor: lift };
    this.root.classList.add("dragging");
    this.light(targets);
  }

  private light(targets: ReadonlySet<string>): void {
    for (const [id, { group }] of this.scene.piles) group.classList.toggle("lit", targets.has(id));
  }

  private over(pile: string | null): void {
    for (const [id, { group }] of this.scene.piles) group.classList.toggle("over", id === pile);
  }

  private dragEnd(lift: Lift, to: string | null): void {
    this.root.classList.remove("dragging");
    this.light(new Set());
    this.over(null);
    this.dropping = true;
    if (to !== null) this.events.move({ from: lift.pile, count: lift.count, to });
    this.dropping = false;
    // Whoever listened has shown another table, or the cards glide home.
    this.scene.draw(true);
  }

  // Keyboard and screen reader

  private keydown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof Element) || event.defaultPrevented || event.altKey || this.options.readOnly === true) return;
    // A click on a dialog's text leaves the focus with the page behind it.
    if (document.querySelector("dialog[open]") !== null) return;
    const within = this.root.contains(target);
    if (!within && this.options.keys === "inside") return;
    const inside = within || target === document.body || target === document.documentElement;
    const before = this.keys;
    const key = { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey };
    // A button beside the table keeps its own keys; undo, hint and the like work from there too.
    if (!inside && (target.closest(ELSEWHERE) !== null || !(key.control || EVERYWHERE.test(key.key)))) return;
    const pressed = press(before, key, this.grounds());
    if (pressed === null || !this.hears(pressed.command)) return;
    event.preventDefault();
    this.root.classList.remove("by-pointer");
    const dragging = this.gestures.dragging;
    this.input();
    if (dragging) {
      if (event.key === "Escape") this.gestures.cancel();
      return;
    }
    this.keys = pressed.state;
    this.name();
    this.drawSelection();
    if (inside) this.focus();
    const chosen = pressed.state.selected;
    if (chosen !== before.selected && chosen !== null) this.announceSelection(chosen);
    if (pressed.command !== undefined) this.obey(pressed.command);
  }

  /** A key for which nobody listens is left to the page. */
  private hears(command: Command | undefined): boolean {
    if (command === undefined || command.do === "clear" || command.do === "move") return true;
    return this.events[command.do] !== undefined;
  }

  private obey(command: Command): void {
    switch (command.do) {
      case "move": {
        const { from, count, to } = command.move;
        const targets = this.targets({ pile: from, count });
        const foundation = this.scene.pile(to)?.kind === "foundation" && !targets.has(to) ? this.foundationOf(targets) : null;
        this.events.move({ from, count, to: foundation ?? to });
        break;
      }
      case "best":
        this.events.best?.(command.lift.pile, command.lift.count);
        break;
      case "clear":
        break;
      default:
        this.events[command.do]?.();
    }
  }

  private announceSelection({ pile, count }: Lift): void {
    const { t } = this.options;
    const cards = this.scene.pile(pile)?.cards ?? [];
    const first = cards[cards.length - count];
    if (first === undefined || isDown(first)) return;
    const card = cardName(first.face, t);
    this.speech.announce(count === 1 ? t("{card} selected.", { card }) : t("{count} cards from {card} selected.", { card, count }));
  }

  /** A screen reader's click, which comes without a pointer. */
  private click(event: MouseEvent): void {
    if (event.detail !== 0 || event.timeStamp - this.lastPointer < ECHO_MS || this.options.readOnly === true) return;
    const touched = this.liftOfElement(event.target);
    if (touched === null) return;
    this.input();
    this.touch(touched.pile, touched.lift);
  }

  private focused(event: FocusEvent): void {
    const touched = this.liftOfElement(event.target);
    if (touched === null || this.gestures.dragging) return;
    const cursor = touched.lift ?? { pile: touched.pile.id, count: 1 };
    if (cursor.pile === this.keys.cursor.pile && cursor.count === this.keys.cursor.count) return;
    this.keys = { ...this.keys, cursor };
    this.name();
  }

  private liftOfElement(target: EventTarget | null): { pile: PileView; lift: Lift | null } | null {
    if (!(target instanceof Element)) return null;
    const id = target.closest<HTMLElement>(".pile")?.dataset["pile"];
    const pile = id === undefined ? undefined : this.scene.pile(id);
    if (pile === undefined) return null;
    const at = target.closest<HTMLElement>(".card")?.dataset["at"];
    const index = at === undefined ? -1 : pile.cards.findIndex((card) => card.at === Number(at));
    return { pile, lift: liftOf({ pile, index }) };
  }

  private grounds(): Ground[] {
    const { layout, view } = this.scene;
    if (layout === null) return [];
    return view.piles.map((pile) => {
      const zone = layout.zones.get(pile.id)!;
      const place = layout.places.get(pile.id)!;
      return { id: pile.id, kind: pile.kind, open: openOf(pile), zone, place };
    });
  }

  private cursorElement(): HTMLElement | undefined {
    const { pile, count } = this.keys.cursor;
    const view = this.scene.pile(pile);
    if (view === undefined) return undefined;
    if (openOf(view) === 0) return this.scene.piles.get(pile)?.place;
    return this.scene.lifted({ pile, count })[0]?.element;
  }

  private name(): void {
    const { t, readOnly } = this.options;
    nameTable(this.scene, { t, readOnly: readOnly === true, stop: this.cursorElement(), selected: this.keys.selected });
  }

  // Marks

  private drawSelection(): void {
    const { selected } = this.keys;
    const elements = selected === null ? [] : this.scene.lifted(selected).map(({ element }) => element);
    this.marks.put("selected", elements);
    if (!this.gestures.dragging) this.light(selected === null ? new Set() : this.targets(selected));
    this.root.classList.toggle("choosing", selected !== null);
  }
}

function sameCards(a: BoardView, b: BoardView): boolean {
  const order = (view: BoardView): string => view.piles.map(({ id, cards }) => `${id}:${cards.map(({ at }) => at).join()}`).join(";");
  return order(a) === order(b);
}
