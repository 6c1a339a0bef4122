/** The settings as values: read from anything, written for the server and for <html>, nothing unknown let in. */
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { boardOptions, changed, CHOICES, chosen, DEFAULTS, fromDataset, fromWire, NAMES, toDataset, toWire, valueOf, type Settings } from "../../../frontend/src/pages/settings.ts";

const UNUSUAL = Object.fromEntries(NAMES.map((name) => [name, CHOICES[name].at(-1)])) as unknown as Settings;

test("of anything at all only known names with values that can be chosen are taken", () => {
  for (const data of [null, undefined, 7, "dark", [], ["dark"], { theme: "mauve" }, { sound: "on" }, { sound: 1 }, { felt: "green" }, { theme: ["dark"] }]) {
    deepEqual(chosen(data), {});
    deepEqual(changed(UNUSUAL, data), UNUSUAL);
  }
  deepEqual(chosen({ theme: "dark", sound: 1, felt: "green", hand: "left", __proto__: { motion: "off" } }), { theme: "dark", hand: "left" });
});

test("a change leaves what it does not name", () => {
  deepEqual(changed(DEFAULTS, { theme: "dark" }), { ...DEFAULTS, theme: "dark" });
  deepEqual(changed({ ...DEFAULTS, theme: "dark" }, { sound: true }), { ...DEFAULTS, theme: "dark", sound: true });
});

test("each value of each setting comes back from the server's form and from <html>", () => {
  for (const name of NAMES) {
    for (const value of CHOICES[name]) {
      const settings = changed(DEFAULTS, { [name]: value });
      equal(settings[name], value);
      deepEqual(fromWire(toWire(settings)), settings);
      const dataset: Record<string, string | undefined> = {};
      toDataset(settings, dataset);
      deepEqual(fromDataset(dataset), settings);
    }
  }
});

test("what holds anyway leaves no attribute, and takes away one that there was", () => {
  const dataset: Record<string, string | undefined> = { settingsAt: "", other: "stays" };
  toDataset(UNUSUAL, dataset);
  deepEqual(dataset, {
    settingsAt: "",
    other: "stays",
    theme: "dark",
    highContrast: "on",
    fourColours: "on",
    largePrint: "on",
    letters: "KnDK",
    hand: "left",
    motion: "off",
    sound: "on",
    doubleClick: "off",
    interactiveRules: "off",
  });
  toDataset(DEFAULTS, dataset);
  deepEqual(dataset, { settingsAt: "", other: "stays" });
});

test("attributes and replies with what is not known give what holds anyway", () => {
  deepEqual(fromDataset({ theme: "mauve", sound: "true", motion: "on" }), DEFAULTS);
  for (const reply of [null, "x", {}, { theme: "mauve", four_colours: "yes", fourColours: true }]) deepEqual(fromWire(reply), DEFAULTS);
});

test("off is a word of a switch and of the animation, and each means its own", () => {
  equal(valueOf("sound", "off"), false);
  equal(valueOf("motion", "off"), "off");
  equal(valueOf("motion", "on"), undefined);
  equal(valueOf("sound", ""), undefined);
});

test("the letters are those of the language unless they were chosen", () => {
  const letters = (chosen: Settings["letters"], language: string): string | undefined => boardOptions({ ...DEFAULTS, letters: chosen }, language).letters;
  deepEqual(["en", "el", "sv", "sv-fi"].map((language) => letters("language", language)), ["JQK", "JQK", "KnDK", "KnDK"]);
  equal(letters("JQK", "sv"), "JQK");
  equal(letters("KnDK", "en"), "KnDK");
});
