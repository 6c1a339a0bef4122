/** The replay page: somebody's game, or two games of one deal side by side, step by step. */
import { browserTimers } from "./browser.ts";
import { element, pageData, setText } from "./elements.ts";
import { t } from "./i18n.ts";
import { hashOf, placeOf, type Counting } from "./replay/address.ts";
import { Game, type GameData } from "./replay/game.ts";
import { GameView } from "./replay/game-view.ts";
import { Holding } from "./replay/holding.ts";
import { neighbour } from "./replay/marks.ts";
import { MoveList } from "./replay/move-list.ts";
import { speedOf, type Speed } from "./replay/pace.ts";
import { offerPlayOn } from "./replay/play-on.ts";
import { Playback } from "./replay/playback.ts";
import { Scrubber, type StepMark } from "./replay/scrubber.ts";
import { startSheets } from "./replay/sheets.ts";
import { byPly, byTime, wait, type Timeline } from "./replay/timeline.ts";
import { offerSettings } from "./settings-menu.ts";

interface ReplayData {
  readonly variant: string;
  /** Null while the deal is open. */
  readonly deck: string | null;
  /** One, or two of the same deal. */
  readonly games: readonly GameData[];
}

/** Where steps follow faster than this, cards jump: their flight would outlast the step. */
const FLIGHT_MS = 200;
/** Where steps follow faster than this, nothing is spoken: sentences would pile up. */
const SENTENCE_MS = 900;
/** Browsers let an address change only so often. */
const REMEMBER_MS = 400;

const { variant, deck, games: given } = pageData<ReplayData>("replay");
const games = given.map((data) => new Game(variant, deck, data));
const isPair = games.length > 1;
const views = games.map((game, at) => new GameView(game, at === 0 ? "" : `-${at + 1}`, isPair ? t("Table of {player}", { player: game.data.player }) : t("Table of the replay")));
const [first, view] = [games[0] as Game, views[0] as GameView];
const page = {
  play: element("play", "button"),
  back: element("back", "button"),
  forward: element("forward", "button"),
  first: element("first", "button"),
  last: element("last", "button"),
  speed: element("speed", "select"),
  ply: element("ply", "p"),
};
const playOn = document.querySelectorAll<HTMLButtonElement>("[data-do=play-on]");

// ---- the steps ----

const lengths = games.map(({ last }) => last);
const times = games.flatMap(({ moments }) => (moments === null ? [] : [moments]));
const hasTimes = times.length === games.length;

/** A single game is counted by its plies. */
function timelineOf(counting: Counting): Timeline {
  return counting === "time" && isPair && hasTimes ? byTime(times) : byPly(lengths, isPair ? null : (first.moments ?? null));
}

let counting: Counting = "ply";
let timeline = timelineOf(counting);
let step = 0;

const playback = new Playback(browserTimers, { next: () => goOn(), wait: () => wait(timeline, step, speed()), changed: showPlaying });
const holding = new Holding(browserTimers);
const scrubber = new Scrubber(element("scrubber", "input"), stepTo);
// An embedded replay has no list.
const list = document.querySelector<HTMLOListElement>("#move-list");
const moves = list === null ? null : new MoveList(list, first, (ply) => stepTo(timeline.stepOf(0, ply)));

function speed(): Speed {
  return speedOf(page.speed.value);
}

function clamped(to: number): number {
  return Math.max(0, Math.min(timeline.last, to));
}

/** Shows a step. A step onwards is narrated and flies; a jump does neither. */
function go(to: number): void {
  const from = step;
  step = clamped(to);
  const fast = playback.playing ? wait(timeline, step, speed()) : holding.rolling ? 0 : Infinity;
  const [before, plies] = [timeline.plies(from), timeline.plies(step)];
  for (const [at, each] of views.entries()) each.show(plies[at] ?? 0, fast > FLIGHT_MS);
  setText(page.ply, placeText(plies, false));
  const text = placeText(plies, true);
  scrubber.show(step, text);
  page.back.disabled = page.first.disabled = step === 0;
  page.forward.disabled = page.last.disabled = step === timeline.last;
  moves?.show(plies[0] ?? 0);
  // A won game has nothing left to play.
  for (const button of playOn) button.disabled = first.table(plies[0] ?? 0).won;
  rememberSoon();
  if (step === from || fast < SENTENCE_MS) return;
  if (step === from + 1) announce(games.map((game, at) => (plies[at] === before[at] ? "" : named(at, game.sentence(plies[at] ?? 0)))).join(" ").trim());
  // The scrubber says its own value.
  else if (document.activeElement?.id !== "scrubber") announce(text);
}

/** "12 of 220: 7♥ → 3"; of two games both, `told` apart by name for those who do not see the tables. */
function placeText(plies: readonly number[], told: boolean): string {
  const texts = games.map((game, at) => {
    const ply = plies[at] ?? 0;
    const text = ply === 0 ? t("Opening") : t("{ply} of {last}: {move}", { ply, last: game.last, move: game.signs(ply) });
    return told ? named(at, text) : text;
  });
  return texts.join(" · ");
}

function named(at: number, text: string): string {
  return isPair ? t("{player}: {text}", { player: games[at]?.data.player ?? "", text }) : text;
}

function announce(text: string): void {
  view.board.announce(text);
}

/** Where it stands still after it went too fast for sentences. */
function announcePlace(): void {
  announce(placeText(timeline.plies(step), true));
}

/** A step by hand ends playing. */
function stepTo(to: number): void {
  playback.stop();
  go(to);
}

/** The place belongs to the address, so that a copied link leads to it. */
let remembering = 0;

function rememberSoon(): void {
  if (remembering === 0 && !playback.playing) remembering = window.setTimeout(remember, REMEMBER_MS);
}

function remember(): void {
  clearTimeout(remembering);
  remembering = 0;
  history.replaceState(null, "", location.pathname + location.search + hashOf({ counting, step }));
}

function goToAddress(): void {
  const place = placeOf(location.hash);
  count(isPair && hasTimes ? place.counting : "ply");
  stepTo(place.step);
}

// ---- playing ----

function goOn(): boolean {
  go(step + 1);
  return step < timeline.last;
}

function showPlaying(ended: boolean): void {
  const { playing } = playback;
  setText(page.play, page.play.dataset[playing ? "pause" : "play"] ?? "");
  page.play.classList.toggle("playing", playing);
  if (playing) return;
  remember();
  announcePlace();
  if (ended) views.forEach(({ board, game }) => void (game.table(game.last).won && board.celebrate()));
}

function toggle(): void {
  if (playback.playing) return playback.stop();
  if (step === timeline.last) go(0);
  playback.start();
}

// ---- marks ----

let marked: readonly number[] = [];

function drawMarks(): void {
  const marks: StepMark[] = games.flatMap((game, at) => game.marks().map(({ ply, kind }) => ({ step: timeline.stepOf(at, ply), kind })));
  marked = [...new Set(marks.map((mark) => mark.step))].sort((a, b) => a - b);
  scrubber.setMarks(timeline.last, marks);
}

function goToMark(direction: 1 | -1): void {
  const there = neighbour(marked, step, direction);
  if (there !== null) stepTo(there);
}

// ---- two games ----

const ways = document.querySelectorAll<HTMLInputElement>("input[name=counting]");

/** Counts the steps in another way, and stays where the first game is. */
function count(by: Counting): void {
  for (const way of ways) way.checked = way.value === by;
  if (by === counting) return;
  const ply = timeline.plies(step)[0] ?? 0;
  counting = by;
  timeline = timelineOf(by);
  step = timeline.stepOf(0, ply);
  showSpeeds();
  drawMarks();
}

/** "As played" is for steps that have a time. */
function showSpeeds(): void {
  const asPlayed = page.speed.querySelector<HTMLOptionElement>("option[value=as-played]");
  if (asPlayed === null) return;
  asPlayed.disabled = timeline.moment(1) === null;
  if (asPlayed.disabled && asPlayed.selected) page.speed.value = "1";
}

for (const way of ways) {
  way.disabled = way.value === "time" && !hasTimes;
  way.addEventListener("change", () => {
    playback.stop();
    count(way.value as Counting);
    go(step);
  });
}

// ---- controls ----

page.play.addEventListener("click", toggle);
page.first.addEventListener("click", () => stepTo(0));
page.last.addEventListener("click", () => stepTo(timeline.last));
page.speed.addEventListener("change", () => playback.retime());
addEventListener("hashchange", goToAddress);

function hold(direction: 1 | -1): void {
  holding.press((plies) => {
    stepTo(step + direction * plies);
    const goesOn = direction === 1 ? step < timeline.last : step > 0;
    if (!goesOn && holding.rolling) announcePlace();
    return goesOn;
  });
}

function letGo(): void {
  const { rolling } = holding;
  if (holding.release() && rolling) announcePlace();
}

for (const [button, direction] of [[page.back, -1], [page.forward, 1]] as const) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) hold(direction);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, letGo);
  // By keyboard or screen reader, which press no pointer.
  button.addEventListener("click", (event) => {
    if (event.detail === 0) stepTo(step + direction);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function changeSpeed(by: 1 | -1): void {
  const options = [...page.speed.options].filter(({ value, disabled }) => value !== "as-played" && !disabled);
  const at = options.findIndex(({ selected }) => selected);
  const next = at === -1 ? options.find(({ value }) => value === "1") : options[at + by];
  if (next === undefined) return;
  next.selected = true;
  playback.retime();
  announce(t("Speed {speed}", { speed: next.text }));
}

function firstPly(): number {
  return timeline.plies(step)[0] ?? 0;
}

const sheets = startSheets({ hash: () => hashOf({ counting, step }), say: (text) => view.board.say(text) });

const KEYS: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => hold(-1),
  ArrowRight: () => hold(1),
  ArrowUp: () => goToMark(-1),
  ArrowDown: () => goToMark(1),
  PageUp: () => stepTo(step - 10),
  PageDown: () => stepTo(step + 10),
  Home: () => stepTo(0),
  End: () => stepTo(timeline.last),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
  " ": toggle,
  "?": () => sheets?.showKeys(),
};

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  // A click on a sheet's text leaves the focus with the page behind it.
  if (document.querySelector("dialog[open]") !== null) return;
  const run = KEYS[key];
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (target.closest("select, textarea, input[type=radio]") !== null || (key === " " && target.closest("a, button") !== null)) return;
  event.preventDefault();
  // A key that is held comes again and again; the pace is ours.
  if (!event.repeat || !key.startsWith("Arrow")) run();
});
document.addEventListener("keyup", ({ key }) => {
  if (key.startsWith("Arrow")) letGo();
});
addEventListener("blur", letGo);

// Another site's page has no menu, and plays nothing.
if (sheets !== null) {
  offerSettings();
  offerPlayOn(first.data.attempt, firstPly, (text) => view.board.say(text));
}
showSpeeds();
scrubber.setMarks(timeline.last, []);
go(0);
goToAddress();
// After the table is there: a long game is played through once for them.
setTimeout(() => {
  drawMarks();
  moves?.setMarks(new Map(first.marks().map(({ ply, kind }) => [ply, kind])));
});
