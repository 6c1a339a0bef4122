/** A playable example on a page of text: a board of its own, which hears keys only while it has the focus. */
import { createBoard, type Board, type Move } from "../board/board.ts";
import { COLUMN_DIGITS, FOUNDATION_LETTERS, parseToken } from "../engine/actions.ts";
import { runLength } from "../engine/refusals.ts";
import { bestMove, canMove, doubleTapMove, tapMove } from "./best-move.ts";
import { setText } from "./elements.ts";
import { ExampleGame, type ExampleData } from "./example-game.ts";
import { points } from "./figures.ts";
import { t } from "./i18n.ts";
import { sentence } from "./narrator.ts";
import { refusalSentence } from "./refusals.ts";
import { settings } from "./settings-here.ts";
import { followSettings, ownOptions, strings } from "./settings-menu.ts";
import { boardView, emptyColumns, moveOf, tokenOfMove } from "./table-view.ts";

/** Fills the element of an example. `name` is what the table is called for those who listen. */
export function startExample(root: HTMLElement, data: ExampleData, name: string): void {
  new Example(root, data, name);
}

class Example {
  private readonly game: ExampleGame;
  private readonly board: Board;
  private readonly score: Element;

  constructor(root: HTMLElement, data: ExampleData, name: string) {
    this.game = new ExampleGame(data);
    this.score = part(root, "[data-part=score]");
    this.board = createBoard(
      part(root, "[data-part=table]"),
      {
        move: (move) => this.move(move),
        tap: (pile, count) => this.tap(pile, count),
        doubleTap: (pile, count) => {
          if (settings.now.doubleClick) this.playMove(doubleTapMove(this.game.rules, this.game.faces, this.game.table, pile, count));
        },
        best: (pile, count) => {
          if (!this.playMove(bestMove(this.game.rules, this.game.faces, this.game.table, pile, count))) this.board.say(t("This card goes nowhere now."));
        },
        stock: () => void this.act("S", null),
        undo: () => this.undo(),
        hint: () => this.hint(),
      },
      { t, label: name, keys: "inside", ...ownOptions() },
    );
    followSettings(this.board);
    part(root, "[data-do=show]").addEventListener("click", () => this.showNext());
    part(root, "[data-do=undo]").addEventListener("click", () => this.undo());
    part(root, "[data-do=restart]").addEventListener("click", () => this.restart());
    part(root, "[data-part=acts]").hidden = false;
    this.draw(false);
  }

  private act(token: string, move: Move | null): boolean {
    const { rules, faces, table: before } = this.game;
    const acted = this.game.act(token);
    if (!acted.ok) {
      this.board.refuse(move, refusalSentence(acted.reason, rules));
      if (acted.reason === "fill-empty-columns") this.board.pulse(emptyColumns(this.game.table));
      return false;
    }
    this.draw(true);
    strings.hear(faces, before, acted.table);
    this.board.announce(sentence(rules, faces, before, acted.table, token));
    if (acted.table.won && !before.won) void this.board.celebrate();
    return true;
  }

  private move(move: Move): void {
    const token = tokenOfMove(move);
    if (token !== null) this.act(token, move);
    else if (FOUNDATION_LETTERS.includes(move.to) && move.count > 1) this.board.refuse(move, t("Cards go to the foundations one at a time."));
    else this.board.refuse(move, "");
  }

  private playMove(move: Move | null): boolean {
    const token = move === null ? null : tokenOfMove(move);
    return token !== null && this.act(token, move);
  }

  /** A tap plays what it can. Cards that have no place are selected, so that the reader can name one and hear why not. */
  private tap(pile: string, count: number): boolean {
    const { rules, faces, table } = this.game;
    const move = tapMove(rules, faces, table, pile, count);
    if (move !== null) return this.playMove(move);
    if (!canMove(rules, faces, table, pile, count)) this.board.say(this.whyStuck(pile, count));
    return false;
  }

  private whyStuck(pile: string, count: number): string {
    const { rules, faces, table } = this.game;
    const column = table.columns[COLUMN_DIGITS.indexOf(pile)];
    if (column !== undefined && count > 1) {
      if (rules.lift === "one-card") return refusalSentence("one-card-at-a-time", rules);
      if (runLength(rules, faces, column, count) < count) return refusalSentence("not-a-run", rules);
    }
    return t("This card goes nowhere now.");
  }

  private undo(): void {
    if (this.game.begun) this.act("U", null);
    else this.board.say(t("The example begins here."));
  }

  private restart(): void {
    this.game.restart();
    this.draw(true);
    this.board.announce(t("The example begins here."));
  }

  private showNext(): void {
    const token = this.game.next();
    if (token === null) this.board.say(this.whyNoNext());
    else this.act(token, this.moveOfToken(token));
  }

  private hint(): void {
    const token = this.game.next();
    if (token === null) this.board.say(this.whyNoNext());
    else if (token === "S") this.board.pulse(["stock"]);
    else this.board.hint(this.moveOfToken(token));
  }

  private whyNoNext(): string {
    if (this.game.onLine()) return t("That was the example. Go on as you like, or start over.");
    return t("You have gone a way of your own. Start over to see the moves of the example.");
  }

  private moveOfToken(token: string): Move | null {
    const { rules, faces, table } = this.game;
    const action = parseToken(token);
    return action === null ? null : moveOf(rules, faces, table, action);
  }

  private draw(animate: boolean): void {
    const { rules, faces, table } = this.game;
    this.board.show(boardView(rules, faces, table, !table.won), { animate });
    setText(this.score, points(table.score, rules.variant));
  }
}

function part(root: HTMLElement, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the example has no ${selector}`);
  return found;
}
