/** The replay page: somebody's game, ply by ply. */
import { createBoard } from "../board/board.ts";
import { parseDeck, type Faces } from "../engine/cards.ts";
import { play, type Reveal } from "../engine/replay.ts";
import { openingTable, type Table } from "../engine/table.ts";
import { VARIANTS, type Rules } from "../engine/variants.ts";
import { learn, unknownFaces } from "../engine/view.ts";
import { element, pageData, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";
import { sentence, signs } from "./narrator.ts";
import { Plies, windowAround } from "./plies.ts";
import { followSettings, offerSettings, ownOptions, strings } from "./settings-menu.ts";
import { boardView } from "./table-view.ts";

interface ReplayData {
  readonly variant: string;
  /** Null while the deal is open: then only what turned up is known. */
  readonly deck: string | null;
  readonly actions: readonly string[];
  /** Milliseconds since the first action; null for a game that came as a whole log. */
  readonly times: readonly number[] | null;
  readonly reveals: readonly Reveal[];
}

/** Time for one move at speed 1, ms. */
const STEP_MS = 800;
/** Above this speed cards jump, as their flight would outlast the move. */
const FASTEST_FLIGHT = 4;

const { variant, deck, actions, times, reveals } = pageData<ReplayData>("replay");
const rules = VARIANTS.get(variant) as Rules;
// Faces are facts: what turns up later is known from the start, and shown when it lies face up.
const faces: Faces = deck === null ? learn(unknownFaces(rules), reveals) : parseDeck(deck);

const plies = new Plies<Table>(openingTable(rules), (before, at) => {
  const played = play(rules, faces, before, actions[at] as string);
  // The server has played this log; a refusal here would be a fault of ours, and the table then stays.
  return played.ok ? played.table : before;
});

function tableAt(at: number): Table {
  return plies.at(at);
}

const page = {
  score: element("score", "dd"),
  moves: element("moves", "dd"),
  clock: element("clock", "dd"),
  scrubber: element("scrubber", "input"),
  play: element("play", "button"),
  back: element("back", "button"),
  forward: element("forward", "button"),
  first: element("first", "button"),
  last: element("last", "button"),
  speed: element("speed", "select"),
  ply: element("ply", "p"),
  list: element("move-list", "ol"),
};

const board = createBoard(
  element("board", "div"),
  { move: () => undefined, stock: () => undefined },
  { t, label: t("Table of the replay"), readOnly: true, ...ownOptions() },
);
followSettings(board);
offerSettings();

const last = actions.length;
let ply = 0;
let timer = 0;

/** Shows the table at a ply. A step is narrated and flies; a jump does neither. */
function go(to: number): void {
  const from = ply;
  ply = Math.max(0, Math.min(last, to));
  const table = tableAt(ply);
  const speed = Number(page.speed.value);
  board.show(boardView(rules, faces, table, false), { animate: Math.abs(ply - from) === 1 && (timer === 0 || speed <= FASTEST_FLIGHT) });
  if (ply === from + 1) strings.hear(faces, tableAt(from), table);
  setText(page.score, points(table.score, variant));
  setText(page.moves, String(table.moves));
  setText(page.clock, times === null ? "–" : duration(ply === 0 ? 0 : (times[ply - 1] ?? 0)));
  setText(page.ply, ply === 0 ? t("Opening") : t("{ply} of {last}: {move}", { ply, last, move: signs(rules, faces, tableAt(ply - 1), actions[ply - 1] as string) }));
  page.scrubber.value = String(ply);
  page.scrubber.setAttribute("aria-valuetext", page.ply.textContent);
  page.back.disabled = page.first.disabled = ply === 0;
  page.forward.disabled = page.last.disabled = ply === last;
  mark();
  if (timer !== 0) return;
  remember();
  // While it plays, a screen reader would hear nothing else; the scrubber says its own value.
  if (ply === from + 1) board.announce(sentence(rules, faces, tableAt(from), table, actions[from] as string));
  else if (ply !== from && document.activeElement !== page.scrubber) board.announce(page.ply.textContent);
}

/** The ply belongs to the address, so that a copied link leads to it. */
function remember(): void {
  history.replaceState(null, "", ply === 0 ? location.pathname : `#ply=${ply}`);
}

function linkedPly(): number {
  return Number(/^#ply=(\d+)$/.exec(location.hash)?.[1] ?? 0);
}

// ---- playing ----

function start(): void {
  if (ply === last) go(0);
  timer = window.setTimeout(next, STEP_MS / Number(page.speed.value) / 2);
  showPlaying();
}

function next(): void {
  go(ply + 1);
  if (ply === last) stop();
  else timer = window.setTimeout(next, STEP_MS / Number(page.speed.value));
}

function stop(): void {
  const reached = timer !== 0 && ply === last && tableAt(last).won;
  clearTimeout(timer);
  timer = 0;
  showPlaying();
  remember();
  board.announce(page.ply.textContent);
  if (reached) void board.celebrate();
}

function showPlaying(): void {
  const playing = timer !== 0;
  setText(page.play, page.play.dataset[playing ? "pause" : "play"] ?? "");
  page.play.classList.toggle("playing", playing);
}

function toggle(): void {
  if (timer === 0) start();
  else stop();
}

/** A step by hand ends playing. */
function step(to: number): void {
  if (timer !== 0) stop();
  go(to);
}

// ---- the list of moves ----

/** So many moves are listed, and the list is drawn anew when the current one comes this near to an end of it. */
const LISTED = 200;
const MARGIN = 20;

let listed = { from: 0, to: 0 };

function item(href: number, text: string): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `#ply=${href}`;
  link.textContent = text;
  const made = document.createElement("li");
  made.append(link);
  return made;
}

function list(around: number): void {
  // From an even place, so that a move keeps its column.
  listed = windowAround(around - (around % 2), last + (last % 2), LISTED);
  listed = { from: listed.from, to: Math.min(listed.to, last) };
  const { from, to } = listed;
  const items: HTMLLIElement[] = [];
  for (let at = from; at < to; at++) items.push(item(at + 1, signs(rules, faces, tableAt(at), actions[at] as string)));
  const more = (href: number, text: string): void => {
    const rest = item(href, text);
    rest.className = "move-list-more";
    items.splice(href <= from ? 0 : items.length, 0, rest);
  };
  if (from > 0) more(from, t("… {count} before", { count: from }));
  if (to < last) more(to + 1, t("… {count} more", { count: last - to }));
  page.list.start = from + 1;
  page.list.style.counterReset = `ply ${from}`;
  page.list.replaceChildren(...items);
}

function isNearEnd(at: number): boolean {
  const { from, to } = listed;
  return to === 0 || (from > 0 && at < from + MARGIN) || (to < last && at >= to - MARGIN);
}

let marked: Element | null = null;

function mark(): void {
  if (last > 0 && isNearEnd(ply - 1)) list(Math.max(0, ply - 1));
  marked?.removeAttribute("aria-current");
  marked = ply === 0 ? null : (page.list.querySelector(`a[href="#ply=${ply}"]`)?.parentElement ?? null);
  marked?.setAttribute("aria-current", "step");
  const { list: box } = page;
  // Not scrollIntoView: it would move the page as well.
  if (marked === null) box.scrollTop = 0;
  else box.scrollTop += marked.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
}

// ---- controls ----

page.scrubber.max = String(last);
page.scrubber.addEventListener("input", () => step(Number(page.scrubber.value)));
page.play.addEventListener("click", toggle);
page.back.addEventListener("click", () => step(ply - 1));
page.forward.addEventListener("click", () => step(ply + 1));
page.first.addEventListener("click", () => step(0));
page.last.addEventListener("click", () => step(last));
addEventListener("hashchange", () => step(linkedPly()));

const KEYS: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => step(ply - 1),
  ArrowRight: () => step(ply + 1),
  PageUp: () => step(ply - 10),
  PageDown: () => step(ply + 10),
  Home: () => step(0),
  End: () => step(last),
  " ": toggle,
};

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const run = KEYS[key];
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLSelectElement || (key === " " && target instanceof Element && target.closest("a, button") !== null)) return;
  event.preventDefault();
  run();
});

go(linkedPly());
