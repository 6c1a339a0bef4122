/** The play page: it translates between the board, which knows geometry, and the session, which knows the game. */
import { createBoard, type Move } from "../board/board.ts";
import { COLUMN_DIGITS } from "../engine/actions.ts";
import type { Faces } from "../engine/cards.ts";
import type { Table } from "../engine/table.ts";
import { VARIANTS, type Rules } from "../engine/variants.ts";
import { createApi } from "../net/api.ts";
import { createClient } from "../net/client.ts";
import { Session, type Notice } from "../net/session.ts";
import { bestMove, tableMove, tapMove } from "./best-move.ts";
import { browserStore, browserTimers, claimTab, exclusively, livingTabs } from "./browser.ts";
import { showStatus } from "./connection.ts";
import { element, pageData, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";
import { sentence } from "./narrator.ts";
import { rememberDeal } from "./recent.ts";
import { refusalSentence } from "./refusals.ts";
import { showResult, showStandings } from "./result.ts";
import { boardView, redoable, tokenOfMove } from "./table-view.ts";

interface DealData {
  readonly code: string;
  readonly variant: string;
  readonly deck: string | null;
  readonly open_attempt: number | null;
}

const deal = pageData<DealData>("deal");
const rules = VARIANTS.get(deal.variant) as Rules;
const api = createApi(
  createClient({
    fetch: (...request) => fetch(...request),
    cookies: () => document.cookie,
    renewCookies: () => fetch(location.pathname),
  }),
);
const session = new Session({
  ...deal,
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
};

const board = createBoard(
  element("board", "div"),
  {
    move,
    tap: (pile, count) => playMove(tapMove(rules, session.faces, session.table, pile, count)),
    // Two quick taps belong to one card: where the first sent it home, the second does nothing more.
    doubleTap: (pile, count) => rules.lift === "one-card" && (isHome(pile) || playMove(tableMove(rules, session.faces, session.table, pile, count))),
    best: (pile, count) => {
      if (!playMove(bestMove(rules, session.faces, session.table, pile, count))) board.say(t("This card goes nowhere now."));
    },
    stock: () => void act("S", null),
    undo,
    redo,
    help: () => page.keys.showModal(),
  },
  { t, label: t("Table") },
);

// ---- playing ----

/** Plays a token; a refusal is explained on the cards of the move. */
function act(token: string, move: Move | null): boolean {
  const { table: before } = session;
  const acted = session.act(token);
  if (acted.ok) {
    if (!session.waiting) board.announce(sentence(rules, session.faces, before, session.table, token));
    if (session.log.length === 1) rememberDeal({ code: deal.code, variant: deal.variant, over: false });
    return true;
  }
  if (acted.reason === "not-now") return false;
  if (acted.reason === "attempt-over") board.refuse(move, t("This game is over."));
  else board.refuse(move, refusalSentence(acted.reason, rules));
  if (acted.reason === "fill-empty-columns") board.pulse(emptyColumns(session.table));
  return false;
}

function move(move: Move): void {
  const token = tokenOfMove(move);
  if (token !== null) act(token, move);
  else if (isHome(move.to) && move.count > 1) board.refuse(move, t("Cards go to the foundations one at a time."));
  else board.refuse(move, "");
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

function isHome(pile: string): boolean {
  return /^[a-h]$/.test(pile);
}

function emptyColumns({ columns }: Table): string[] {
  return columns.flatMap((pile, column) => (pile.length === 0 ? [COLUMN_DIGITS.charAt(column)] : []));
}

// ---- showing ----

let shownTable: Table | null = null;
let shownFaces: Faces | null = null;
let shownOver = false;
let celebrated: Promise<void> = Promise.resolve();

function show(): void {
  const { table, faces, over, status } = session;
  const ready = status.kind !== "loading" && !(status.kind === "offline" && status.waiting && session.log.length === 0);
  if (ready && (table !== shownTable || faces !== shownFaces || over !== shownOver)) {
    board.show(boardView(rules, faces, table, !over && !session.waiting), { animate: shownTable !== null });
    if (table.won && shownTable !== null && !shownTable.won) celebrated = board.celebrate();
    [shownTable, shownFaces] = [table, faces];
    setText(page.score, points(table.score, deal.variant));
    setText(page.moves, String(table.moves));
  }
  page.undo.disabled = over || table.past.length === 0;
  page.redo.disabled = over || redoable(session.log).length === 0;
  page.again.disabled = session.log.length === 0;
  page.giveUp.disabled = over || session.log.length === 0;
  showClock();
  showStatus(session);
  if (over && !shownOver) void ended();
  shownOver = over;
}

function showClock(): void {
  const { outcome, firstActionAt } = session;
  if (session.over) setText(page.clock, duration(outcome?.time_ms ?? null));
  else setText(page.clock, duration(firstActionAt === null ? 0 : Date.now() - firstActionAt));
}

/** The server has said how it ended: after the cards have had their run, the result is shown. */
async function ended(): Promise<void> {
  rememberDeal({ code: deal.code, variant: deal.variant, over: true });
  const { outcome, attemptId } = session;
  if (outcome === null || attemptId === null) return;
  await celebrated;
  showResult(page.result, outcome, attemptId, deal.variant);
  await showStandings(api, deal.code, deal.variant, outcome);
}

function explain(notice: Notice): void {
  const { lost } = notice;
  const gone = lost === 0 ? "" : lost === 1 ? t("1 move from here does not count.") : t("{lost} moves from here don’t count.", { lost });
  if (notice.kind === "elsewhere") board.say(`${t("This game has gone on elsewhere; here is how it stands.")} ${gone}`);
  else if (notice.kind === "over") board.say(`${t("This game is over.")} ${gone}`);
  else board.say(`${t("The server did not accept a move.")} ${refusalSentence(notice.reason, rules)} ${gone}`);
}

// ---- buttons ----

page.undo.addEventListener("click", undo);
page.redo.addEventListener("click", redo);
page.giveUp.addEventListener("click", () => void giveUp("giveUp"));
page.again.addEventListener("click", () => void again());
element("result-again", "button").addEventListener("click", () => session.restart());

async function again(): Promise<void> {
  if (session.over || (await giveUp("again"))) {
    page.result.close();
    session.restart();
  }
}

/** Asks, then ends the attempt as it stands; whether it is over now. */
async function giveUp(why: "giveUp" | "again"): Promise<boolean> {
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
  } catch {
    shownOver = false;
    board.say(t("The server can’t be reached; nothing was given up. Try again in a moment."));
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
addEventListener("online", () => session.retryNow());
setInterval(showClock, 500);

void session.resume(deal.open_attempt);
