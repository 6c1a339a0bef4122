/** The play page: it translates between the board, which knows geometry, and the session, which knows the game. */
import { createBoard, type Move } from "../board/board.ts";
import type { Faces } from "../engine/cards.ts";
import type { Table } from "../engine/table.ts";
import { VARIANTS, type Rules } from "../engine/variants.ts";
import { createApi } from "../net/api.ts";
import { ApiError, createClient } from "../net/client.ts";
import { keepCommitment } from "../net/commitments.ts";
import { ServerClock } from "../net/server-clock.ts";
import { Session } from "../net/session.ts";
import type { Notice } from "../net/status.ts";
import { LostWatch, showHint } from "./advice.ts";
import { hideBegin, showBegin, whenOf, type DailyData } from "./begin.ts";
import { bestMove, canMove, doubleTapMove, tapMove } from "./best-move.ts";
import { browserStore, browserTimers, claimTab, exclusively, livingTabs } from "./browser.ts";
import { showVerdict } from "./commitment.ts";
import { showStatus } from "./connection.ts";
import { element, pageData, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";
import { sentence } from "./narrator.ts";
import { rememberDeal } from "./recent.ts";
import { settings } from "./settings-here.ts";
import { followSettings, offerSettings, ownOptions, strings } from "./settings-menu.ts";
import { refusalSentence } from "./refusals.ts";
import { showPlace, showResult } from "./result.ts";
import { share, shareText } from "./share.ts";
import { liveStandings, showStandings } from "./standings.ts";
import { boardView, emptyColumns, redoable, tokenOfMove } from "./table-view.ts";
import { localTime, showCountdowns } from "./times.ts";

interface DealData {
  readonly code: string;
  readonly variant: string;
  readonly deck: string | null;
  readonly open_attempt: number | null;
  readonly daily: DailyData | null;
  /** Whether the attempt that counts on the day is over. */
  readonly ranked_over: boolean;
  readonly player: string | null;
}

const deal = pageData<DealData>("deal");
const { daily } = deal;
const rules = VARIANTS.get(deal.variant) as Rules;
const api = createApi(
  createClient({
    fetch: (...request) => fetch(...request),
    cookies: () => document.cookie,
    renewCookies: () => fetch(location.pathname),
  }),
);
const session = new Session({
  code: deal.code,
  deck: deal.deck,
  rules,
  api,
  store: browserStore,
  timers: browserTimers,
  tab: claimTab(),
  livingTabs,
  exclusively,
  changed: show,
  noticed: explain,
});

const page = {
  score: element("score", "dd"),
  moves: element("moves", "dd"),
  clock: element("clock", "dd"),
  undo: element("undo", "button"),
  redo: element("redo", "button"),
  again: element("again", "button"),
  giveUp: element("give-up", "button"),
  sure: element("sure", "dialog"),
  result: element("result", "dialog"),
  keys: element("keys", "dialog"),
  share: element("share", "button"),
};
const standings = {
  api,
  code: deal.code,
  variant: deal.variant,
  player: () => session.player ?? deal.player,
  hasLine: () => deal.ranked_over || (session.over && (daily === null || session.ranked)),
};
/** Between two looks whether the server has counted a game over which the day ended. */
const SETTLING_MS = 5_000;

const board = createBoard(
  element("board", "div"),
  {
    move,
    tap,
    doubleTap: (pile, count) => {
      if (settings.now.doubleClick) playMove(doubleTapMove(rules, session.faces, session.table, pile, count));
    },
    best: (pile, count) => {
      if (!playMove(bestMove(rules, session.faces, session.table, pile, count))) board.say(t("This card goes nowhere now."));
    },
    stock: () => void act("S", null),
    undo,
    redo,
    hint: () => {
      if (shownTable === session.table && !session.over && !session.waiting) showHint(board, rules, session.faces, session.table);
    },
    help: () => page.keys.showModal(),
  },
  { t, label: t("Table"), ...ownOptions() },
);
const lostWatch = new LostWatch(board, rules);
followSettings(board);
offerSettings();

// ---- playing ----

/** What was played while a card was being waited for; it follows as soon as that is here, unless the rules then refuse it. */
const queued: { readonly token: string; readonly move: Move | null }[] = [];
const MOST_QUEUED = 5;

function playQueued(): void {
  if (session.waiting) return;
  const next = queued.shift();
  if (next !== undefined) act(next.token, next.move);
}

/** Plays a token; a refusal is explained on the cards of the move. */
function act(token: string, move: Move | null): boolean {
  const { table: before } = session;
  const acted = session.act(token);
  if (acted.ok) {
    if (!session.waiting) board.announce(sentence(rules, session.faces, before, session.table, token));
    if (session.log.length === 1) remember(false);
    return true;
  }
  if (acted.reason === "not-now") {
    if (!session.waiting || queued.length === MOST_QUEUED) return false;
    queued.push({ token, move });
    return true;
  }
  queued.length = 0;
  if (acted.reason === "attempt-over") board.refuse(move, t("This game is over."));
  else board.refuse(move, settings.now.interactiveRules || move === null ? refusalSentence(acted.reason, rules) : "");
  if (acted.reason === "fill-empty-columns") board.pulse(emptyColumns(session.table));
  return false;
}

function move(move: Move): void {
  const token = tokenOfMove(move);
  if (token !== null) act(token, move);
  else if (isHome(move.to) && move.count > 1) board.refuse(move, t("Cards go to the foundations one at a time."));
  else board.refuse(move, "");
}

/** A tap plays what it can; a card that has no place at all is selected, and that is said. */
function tap(pile: string, count: number): boolean {
  const { faces, table, over, waiting } = session;
  const move = tapMove(rules, faces, table, pile, count);
  if (move !== null) return playMove(move);
  if (!over && !waiting && !canMove(rules, faces, table, pile, count)) board.say(t("This card goes nowhere now."));
  return false;
}

function playMove(move: Move | null): boolean {
  const token = move === null ? null : tokenOfMove(move);
  return token !== null && act(token, move);
}

function undo(): void {
  act("U", null);
}

/** What was undone is played again, and counts as an action. */
function redo(): void {
  const token = redoable(session.log).at(-1);
  if (token !== undefined) act(token, null);
}

/** The day's deals have a page of their own, where each stands as it is. */
function remember(over: boolean): void {
  if (daily === null) rememberDeal({ code: deal.code, variant: deal.variant, over });
}

function isHome(pile: string): boolean {
  return /^[a-h]$/.test(pile);
}

// ---- showing ----

const kind = element("kind", "span");
let shownTable: Table | null = null;
let shownFaces: Faces | null = null;
let shownOver = false;
let celebrated: Promise<void> = Promise.resolve();

function show(): void {
  const { table, faces, over, status } = session;
  const ready = status.kind !== "loading" && !(status.kind === "offline" && status.waiting && session.log.length === 0);
  if (daily !== null && !begun(daily)) return;
  if (ready && (table !== shownTable || faces !== shownFaces || over !== shownOver)) {
    board.show(boardView(rules, faces, table, !over && !session.waiting), { animate: shownTable !== null });
    if (shownTable !== null) strings.hear(faces, shownTable, table);
    if (table.won && shownTable !== null && !shownTable.won) celebrated = board.celebrate();
    if (!over && !session.waiting) lostWatch.look(faces, table);
    [shownTable, shownFaces] = [table, faces];
  }
  // A move that waits for its card counts once that is here, for the eye as well.
  if (ready && !session.waiting) {
    setText(page.score, points(table.score, deal.variant));
    setText(page.moves, String(table.moves));
  }
  if (queued.length > 0 && !session.waiting) queueMicrotask(playQueued);
  showPlayer();
  if (daily === null) showPractice();
  if (session.log.length > 0) played?.remove();
  page.undo.disabled = over || table.past.length === 0;
  page.redo.disabled = over || redoable(session.log).length === 0;
  page.again.disabled = session.ranked ? !over : session.log.length === 0;
  page.giveUp.disabled = over || session.log.length === 0;
  showClock();
  showStatus(session);
  if (over && !shownOver) {
    if (session.outcome !== null) void ended();
    else if (session.log.length > 0) settling();
  }
  shownOver = over && (session.outcome !== null || session.log.length === 0);
}

/** Practice on a numbered deal has to say so: what is begun there otherwise counts. */
function showPractice(): void {
  kind.hidden = !session.practising;
  if (session.practising) setText(kind, kind.dataset["practice"] ?? "");
}

const played = document.getElementById("played");
const playingAs = element("playing-as", "p");

/** Guests have a name as well, and should know it before they look for themselves on a board. */
function showPlayer(): void {
  const name = session.player ?? deal.player;
  playingAs.hidden = name === null;
  if (name === null) return;
  setText(playingAs, t(playingAs.dataset["text"] ?? "", { name }));
  setText(element("result-player", "span"), ` · ${name}`);
}

function showClock(): void {
  const { outcome, firstActionAt } = session;
  const passed = firstActionAt === null ? 0 : Date.now() - firstActionAt;
  const text = duration(session.over ? (outcome?.time_ms ?? null) : passed);
  // The style sheet makes it as wide as that, so that a second that passes lays out nothing but itself.
  if (page.clock.textContent.length !== text.length) page.clock.style.setProperty("--signs", String(text.length));
  setText(page.clock, text);
}

/** The server has said how it ended: after the cards have had their run, the result is shown. */
async function ended(): Promise<void> {
  remember(true);
  const { outcome, attemptId } = session;
  if (outcome === null || attemptId === null) return;
  await celebrated;
  const practice = session.practising;
  showResult(page.result, outcome, attemptId, deal.variant, practice);
  page.share.hidden = practice;
  if (practice) return;
  await showPlace(api, deal.code, outcome, (board) => showStandings(board, new Set(), standings));
}

/** The day has ended over this game, and the server is about to count it as it stands. */
let settlingTimer = 0;

function settling(): void {
  if (settlingTimer !== 0) return;
  board.say(t("The day is over. What you have played is being counted."));
  settlingTimer = window.setInterval(() => {
    if (session.outcome === null) void session.refresh();
    else clearInterval(settlingTimer);
  }, SETTLING_MS);
}

function explain(notice: Notice): void {
  const { lost } = notice;
  const gone = lost === 0 ? "" : lost === 1 ? t("1 move from here does not count.") : t("{lost} moves from here don’t count.", { lost });
  if (notice.kind === "elsewhere") board.say(`${t("This game has gone on elsewhere; here is how it stands.")} ${gone}`);
  else if (notice.kind === "late") board.say(lost === 1 ? t("1 move that you made without connection came too late; that game was over.") : t("{lost} moves that you made without connection came too late; that game was over.", { lost }));
  else if (notice.kind === "over") board.say(`${t("This game is over.")} ${gone}`);
  else board.say(`${t("The server did not accept a move.")} ${refusalSentence(notice.reason, rules)} ${gone}`);
}

// ---- the deal of a day ----

const clock = daily === null ? null : new ServerClock(daily.server_now);
let asked: boolean | null = null;

/** Whether the table may be shown: what begins a day's deal is a person's word. */
function begun(today: DailyData): boolean {
  const { status } = session;
  if (status.kind === "failed" && asked !== null && session.attemptId === null) {
    const was = asked;
    asked = null;
    // The day has closed meanwhile; or the attempt that counts is still to be played, which a person has to say.
    if (status.code === "day-closed") showBegin("closed", begin);
    else if (status.code === "ranked-first" && was) showBegin("ranked", begin);
    else showStatus(session);
    return false;
  }
  if (session.attemptId === null && session.secret) {
    showStatus(session);
    return false;
  }
  hideBegin();
  setText(kind, kind.dataset[session.ranked ? "ranked" : "practice"] ?? "");
  kind.hidden = false;
  if (session.ranked) keepCommitment(browserStore, deal.code, today.commitment);
  return true;
}

function begin(practice: boolean): void {
  asked = practice;
  if (!practice && daily !== null) keepCommitment(browserStore, deal.code, daily.commitment);
  void session.resume(null, { practice });
}

let closed = daily !== null && daily.state !== "open";

/** Each second of a day's deal: what is left of it, and what its closing and its end bring. */
function pass(today: DailyData, now: ServerClock): void {
  showCountdowns(now);
  if (!closed && now.until(today.closes_at) === 0) {
    closed = true;
    if (session.attemptId === null && asked === null && !deal.ranked_over) showBegin("closed", begin);
    else if (session.ranked && !session.over) board.say(t("This day has closed. You can finish your game until {time}.", { time: localTime(today.final_at) }));
  }
  if (session.ranked && !session.over && !final && now.until(today.final_at) === 0) {
    final = true;
    void session.refresh();
  }
}

let final = false;

// ---- buttons ----

page.undo.addEventListener("click", undo);
page.redo.addEventListener("click", redo);
page.giveUp.addEventListener("click", () => void giveUp("giveUp"));
page.again.addEventListener("click", () => void again());
element("result-again", "button").addEventListener("click", restart);
document.getElementById("played-again")?.addEventListener("click", () => {
  played?.remove();
  board.focus();
});
element("to-keys", "button").addEventListener("click", () => page.keys.showModal());
page.share.addEventListener("click", () => {
  const { outcome } = session;
  if (outcome === null) return;
  const game = element("result-game", "span").textContent;
  void share(shareText({ game, variant: deal.variant, deal: daily?.date ?? deal.code, outcome, link: `${location.origin}/play/${deal.code}/` }));
});

function restart(): void {
  // A numbered deal is begun anew as a game that counts, or the one that is open goes on.
  if (daily === null && session.practising) {
    location.assign(location.pathname);
    return;
  }
  queued.length = 0;
  asked = daily === null ? null : true;
  settlingTimer = 0;
  session.restart({ practice: daily !== null });
}

async function again(): Promise<void> {
  if (session.over || (await giveUp("again"))) {
    page.result.close();
    restart();
  }
}

/** Asks, then ends the attempt as it stands; whether it is over now. */
async function giveUp(why: "giveUp" | "again"): Promise<boolean> {
  const text = element("sure-text", "p");
  text.textContent = text.dataset[session.ranked ? "ranked" : session.practising ? "practice" : "free"] ?? "";
  const { status } = session;
  if (status.kind === "failed" && status.unsent > 0) {
    const lost = status.unsent === 1 ? t("Your last move was not saved and is lost.") : t("Your last {lost} moves were not saved and are lost.", { lost: status.unsent });
    text.textContent += ` ${lost}`;
  }
  for (const part of [element("sure-title", "h2"), element("sure-yes", "button")]) part.textContent = part.dataset[why] ?? "";
  page.sure.returnValue = "no";
  page.sure.showModal();
  await new Promise((closed) => page.sure.addEventListener("close", closed, { once: true }));
  if (page.sure.returnValue !== "yes") return false;
  // The result of a game that is at once begun again would only be in the way.
  if (why === "again") shownOver = true;
  try {
    await session.finish();
    return true;
  } catch (error) {
    shownOver = false;
    if (error instanceof ApiError) board.say(`${error.message} ${t("Nothing was given up.")}`);
    else board.say(t("The server can’t be reached; nothing was given up. Try again in a moment."));
    return false;
  }
}

element("copy", "button").addEventListener("click", () => {
  navigator.clipboard?.writeText(deal.code).then(
    () => board.say(t("{code} is copied.", { code: deal.code })),
    () => board.say(t("This browser does not let the page copy.")),
  ) ?? board.say(t("This browser does not let the page copy."));
});

for (const dialog of [page.sure, page.result, page.keys]) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// The board hears keys where nothing else has the focus; undo works from the buttons too.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]") !== null) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

// ---- coming and going ----

addEventListener("pagehide", () => session.leave());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") session.leave();
  else void session.refresh();
});
// Two windows side by side are both visible, and a page may come back from the browser's memory.
addEventListener("focus", () => void session.refresh());
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void session.refresh();
});
addEventListener("online", () => session.retryNow());
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
void session.tellLate(deal.open_attempt);
setInterval(showClock, 500);
liveStandings(standings);

if (daily === null || clock === null) {
  void session.resume(deal.open_attempt);
} else {
  setInterval(() => pass(daily, clock), 1000);
  showCountdowns(clock);
  if (deal.open_attempt !== null) {
    void session.resume(deal.open_attempt, { practice: daily.state !== "open" || deal.ranked_over });
  } else {
    board.show(boardView(rules, session.faces, session.table, false), { animate: false });
    showBegin(whenOf(daily.state, deal.ranked_over), begin);
  }
  void showVerdict(browserStore, deal.code, daily);
}
