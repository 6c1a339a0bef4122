/**
 * Lists, as JSON, what the browser's code marks for translation ("messages"), and text in it that somebody would read but
 * that is not marked ("unmarked").
 */
import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";

interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly plural?: string;
}

/** Who takes a message in English as the first argument; `plural` a second one too. */
const MARKS = new Set(["t", "mark", "plural"]);
/** What people see or hear is set by these properties and attributes, and said by these functions. */
const SHOWN = new Set(["textContent", "innerText", "title", "ariaLabel", "placeholder", "alt", "label"]);
const ATTRIBUTES = new Set(["aria-label", "aria-roledescription", "aria-valuetext", "title", "alt", "placeholder"]);
const SAYING = new Set(["say", "announce", "refuse", "setText"]);
const WORD = /\p{L}{2,}/u;
const SENTENCE = /^\p{Lu}\p{Ll}*[’']?\p{Ll}* \p{L}.*\p{Ll}{3}/u;

const messages: Found[] = [];
const unmarked: Found[] = [];

function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : "";
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The words of a literal, without what is filled in. */
function words(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ");
  return literal(node);
}

/** What an expression can come to: the branches of a condition, the operands of a sum. */
function* outcomes(node: ts.Expression): Generator<ts.Expression> {
  if (ts.isConditionalExpression(node)) yield* [node.whenTrue, node.whenFalse].flatMap((branch) => [...outcomes(branch)]);
  else if (ts.isParenthesizedExpression(node)) yield* outcomes(node.expression);
  else if (ts.isBinaryExpression(node)) yield* [node.left, node.right].flatMap((side) => [...outcomes(side)]);
  else yield node;
}

function read(file: string): void {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = (node: ts.Node, text: string, plural?: string): Found => ({
    file,
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    text,
    ...(plural === undefined ? {} : { plural }),
  });
  const shown = (expression: ts.Expression | undefined): void => {
    if (expression === undefined) return;
    for (const node of outcomes(expression)) {
      const text = words(node);
      if (text !== undefined && WORD.test(text)) unmarked.push(found(node, text));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node)) {
      const name = nameOf(node.expression);
      const [first, second] = node.arguments;
      const text = literal(first);
      if (MARKS.has(name) && text !== undefined) {
        messages.push(found(node, text, name === "plural" ? literal(second) : undefined));
        node.arguments.slice(name === "plural" ? 2 : 1).forEach(visit);
        return;
      }
      if (SAYING.has(name)) node.arguments.forEach(shown);
      if (name === "setAttribute" && ATTRIBUTES.has(text ?? "")) shown(second);
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (ts.isPropertyAccessExpression(node.left) && SHOWN.has(node.left.name.text)) shown(node.right);
    } else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && SHOWN.has(node.name.text)) {
      shown(node.initializer);
    } else if (SENTENCE.test(words(node) ?? "")) {
      unmarked.push(found(node, words(node) as string));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

for (const name of readdirSync("frontend/src", { recursive: true, encoding: "utf8" }).sort()) {
  if (name.endsWith(".ts") && !name.endsWith("schema.ts")) read(`frontend/src/${name}`);
}
console.log(JSON.stringify({ messages, unmarked }, null, 1));
