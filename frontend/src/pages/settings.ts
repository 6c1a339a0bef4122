/** What a player can choose of the board, and how it is written: for the server, in this browser, on <html>. */
import type { BoardOptions } from "../board/board.ts";
import type { SettingsData } from "../net/types.ts";

type Wire = Omit<SettingsData, "changed_at">;
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type Widened<Value> = Value extends boolean ? boolean : Value;

/** The server's settings, under names of this language. */
export type Settings = { readonly [Name in keyof Wire & string as Camel<Name>]: Widened<Wire[Name]> };
export type SettingName = keyof Settings;

/** The values of each setting; the first one holds until the player chooses another. */
export const CHOICES: { readonly [Name in SettingName]: readonly [Settings[Name], ...Settings[Name][]] } = {
  theme: ["system", "light", "dark"],
  highContrast: [false, true],
  fourColours: [false, true],
  largePrint: [false, true],
  letters: ["language", "JQK", "KnDK"],
  hand: ["right", "left"],
  motion: ["normal", "fast", "off"],
  sound: [false, true],
  doubleClick: [true, false],
  interactiveRules: [true, false],
};

export const NAMES = Object.keys(CHOICES) as readonly SettingName[];

export const DEFAULTS = Object.fromEntries(NAMES.map((name) => [name, CHOICES[name][0]])) as unknown as Settings;

/** Of anything at all, the settings that it names with a value that can be chosen. */
export function chosen(data: unknown): Partial<Settings> {
  if (typeof data !== "object" || data === null) return {};
  const given = new Map<string, unknown>(Object.entries(data));
  return Object.fromEntries(NAMES.filter((name) => isChoice(name, given.get(name))).map((name) => [name, given.get(name)]));
}

/** These settings with some changed; values that are no choice change nothing. */
export function changed(settings: Settings, changes: unknown): Settings {
  return { ...settings, ...chosen(changes) };
}

function isChoice(name: SettingName, value: unknown): boolean {
  return (CHOICES[name] as readonly unknown[]).includes(value);
}

// ---- the server's names ----

export function fromWire(data: unknown): Settings {
  const given = new Map<string, unknown>(typeof data === "object" && data !== null ? Object.entries(data) : []);
  return changed(DEFAULTS, Object.fromEntries(NAMES.map((name) => [name, given.get(snake(name))])));
}

export function toWire(settings: Partial<Settings>): Partial<Wire> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [snake(name), value]));
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// ---- attributes of <html>: data-theme="dark", data-four-colours="on" ----

/** What an element's data attributes say. */
export function fromDataset(dataset: Readonly<Record<string, string | undefined>>): Settings {
  return changed(DEFAULTS, Object.fromEntries(NAMES.map((name) => [name, valueOf(name, dataset[name] ?? "")])));
}

/** Writes the settings to an element's data attributes; one that holds anyway has none. */
export function toDataset(settings: Settings, dataset: Record<string, string | undefined>): void {
  for (const name of NAMES) {
    const value = settings[name];
    if (value === DEFAULTS[name]) delete dataset[name];
    else dataset[name] = toWord(value);
  }
}

/** A value as an attribute or a form has it. */
export function toWord(value: string | boolean): string {
  return typeof value === "string" ? value : value ? "on" : "off";
}

/** The value of such a word; undefined where it is no choice. */
export function valueOf(name: SettingName, word: string): string | boolean | undefined {
  return CHOICES[name].find((value) => toWord(value) === word);
}

// ---- for the board ----

/** Letters of Swedish packs for who reads Swedish, if the language shall say. */
export function boardOptions({ hand, fourColours, largePrint, motion, letters }: Settings, language: string): Partial<BoardOptions> {
  const own = language.startsWith("sv") ? "KnDK" : "JQK";
  return { hand, fourColours, largePrint, motion, letters: letters === "language" ? own : letters };
}
