/** How the game stands with the server: a word beside the code, and a sentence where the player should know more. */
import type { Session } from "../net/session.ts";
import type { Status } from "../net/status.ts";
import { element, setText } from "./elements.ts";
import { plural, t } from "./i18n.ts";

/** A wait that is shorter than this needs no words, ms. */
const PATIENCE_MS = 500;

const state = element("state", "span");
const banner = element("banner", "div");
const bannerText = element("banner-text", "p");
const bannerAct = element("banner-act", "button");
let timer = 0;
let act: (() => void) | null = null;

bannerAct.addEventListener("click", () => act?.());
// What the table says stands above the banners, however many lines they have.
const banners = [...document.querySelectorAll<HTMLElement>(".play-banner")];
const heights = new ResizeObserver(() => {
  const tallest = Math.max(...banners.map(({ offsetHeight }) => offsetHeight));
  banner.parentElement?.style.setProperty("--banner", `${tallest}px`);
});
for (const each of banners) heights.observe(each);

/** Shows the session's status. */
export function showStatus(session: Session): void {
  const { status } = session;
  state.dataset["state"] = status.kind;
  setText(state, word(status));
  const message = messageOf(status, session.secret);
  clearTimeout(timer);
  if (status.kind === "loading" || status.kind === "waiting") {
    if (banner.hidden) timer = window.setTimeout(() => show(message), PATIENCE_MS);
    else show(message);
    return;
  }
  show(message);
  act = actOf(session, status);
  bannerAct.hidden = act === null;
}

function show(message: string): void {
  banner.hidden = message === "";
  setText(bannerText, message);
}

function word(status: Status): string {
  switch (status.kind) {
    case "saved":
      return t("saved");
    case "over":
      return t("over");
    case "offline":
      return t("offline");
    case "signed-out":
    case "failed":
      return t("not saved");
    default:
      return "";
  }
}

function messageOf(status: Status, secret: boolean): string {
  switch (status.kind) {
    case "loading":
      return t("Fetching your game …");
    case "waiting":
      return t("Waiting for the card …");
    case "offline":
      return offline(status.unsent, status.waiting);
    case "signed-out":
      if (secret) return t("You are no longer signed in here as the player of this game. Sign in, and it goes on where it was.");
      return t("You are no longer signed in here. You can play on as a new guest; the whole game goes along.");
    case "failed":
      if (status.code === "log-full") return `${status.message} ${t("Give up to end the game with what is saved.")}`;
      return `${status.message} ${t("Reload the page; what you played is kept in this browser.")}`;
    default:
      return "";
  }
}

function offline(unsent: number, waiting: boolean): string {
  if (waiting) return t("Connection lost. The game goes on as soon as it is back.");
  return plural("Connection lost. You can go on; {count} move will be sent.", "Connection lost. You can go on; {count} moves will be sent.", unsent);
}

function actOf(session: Session, { kind }: Status): (() => void) | null {
  if (kind === "offline") {
    bannerAct.textContent = t("Try now");
    return () => session.retryNow();
  }
  if (kind === "signed-out" && session.log.length > 0 && !session.secret) {
    bannerAct.textContent = t("Play on");
    return () => session.playOn();
  }
  if (kind === "failed" || kind === "signed-out") {
    bannerAct.textContent = t("Reload");
    return () => location.reload();
  }
  return null;
}
