/** The settings of who is at this page. */
import { createClient } from "../net/client.ts";
import { browserStore } from "./browser.ts";
import { SettingsKeeper } from "./settings-keeper.ts";

const client = createClient({ fetch: (...request) => fetch(...request), cookies: () => document.cookie });

export const settings = new SettingsKeeper({
  root: document.documentElement,
  store: browserStore,
  now: () => Date.now(),
  send: (changes) => client.patch("me/settings/", changes, { keepalive: true }),
});
