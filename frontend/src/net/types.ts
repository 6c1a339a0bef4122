/** Of the generated shapes of the calls, what the pages read. */
import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/** A card that turned up: at a ply (0: in the opening), at a deck position; its face as text. */
export type RevealData = Readonly<Schemas["Reveal"]>;
export type OutcomeData = Readonly<Schemas["Outcome"]>;
export type PlayerData = Schemas["Player"];
export type LineData = Readonly<Schemas["Line"]>;

/** How an attempt stands; the reveals are those since the ply that the request named. */
export type StateData = Readonly<Schemas["State"]>;

export type AttemptData = Readonly<
  Pick<
    Schemas["Attempt"],
    "id" | "code" | "ranked" | "practice" | "player" | "first_action_at" | "server_now" | "deck" | "log" | "reveals" | "over" | "outcome"
  >
>;

export type DayData = Readonly<Schemas["Day"]>;

export type BoardData = Readonly<Pick<Schemas["Board"], "code" | "total" | "lines" | "own">>;

export type SettingsData = Readonly<Schemas["Settings"]>;
