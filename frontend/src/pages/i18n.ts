/** Sentences for people, in the language of the page; numbers and times as its readers write them. */

export { mark } from "../board/mark.ts";

/** What `build/messages.<language>.js` sets before the page's script runs; English pages load none. */
interface Messages {
  /** Which form a number takes. */
  readonly form: (n: number) => number;
  /** By their English. What one game calls by words of its own stands under its name, U+0004 and the English. */
  readonly messages: Readonly<Record<string, string | readonly string[]>>;
}

declare global {
  var harpMessages: Messages | undefined;
}

type Values = Readonly<Record<string, string | number>>;

/** A sentence, with `{name}` for each value. */
export function t(text: string, values: Values = {}): string {
  const said = find(text);
  return fill(typeof said === "string" ? said : text, values);
}

/** A sentence of `count` things, `{count}` in it: `one` where there is one. */
export function plural(one: string, many: string, count: number, values: Values = {}): string {
  const said = find(one);
  const form = Array.isArray(said) ? said[globalThis.harpMessages?.form(count) ?? 0] : undefined;
  return fill(form ?? (count === 1 ? one : many), { count, ...values });
}

/** Puts values into a sentence that the server has written in the reader's language. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? place);
  });
}

/** The language of the page, as the browser's owner writes it: English may be British. */
export function locale(): string {
  const language = globalThis.document?.documentElement.lang || "en";
  return globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === language) ?? language;
}

/** "1,234"; "1.234" in Greek. */
export function number(value: number): string {
  return new Intl.NumberFormat(globalThis.document?.documentElement.lang || "en").format(value);
}

function find(text: string): string | readonly string[] | undefined {
  const words = globalThis.harpMessages?.messages;
  if (words === undefined) return undefined;
  const game = globalThis.document?.documentElement.dataset["game"];
  return words[`${game}\u0004${text}`] ?? words[text];
}
