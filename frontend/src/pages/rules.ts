/** The pages of the rules: their examples become tables when the reader comes near. */
import { pageData } from "./elements.ts";
import { startExample } from "./example.ts";
import type { ExampleData } from "./example-game.ts";
import { t } from "./i18n.ts";
import { offerSettings } from "./settings-menu.ts";

/** So far ahead of the window, px: nobody sees a table arrive. */
const AHEAD_PX = 800;

function start(root: HTMLElement): void {
  const title = root.closest("figure")?.querySelector("figcaption strong")?.textContent ?? t("Table");
  startExample(root, pageData<ExampleData>(`example-${root.dataset["example"] ?? ""}`), title);
}

offerSettings();

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      start(target as HTMLElement);
    }
  },
  { rootMargin: `${AHEAD_PX}px 0px` },
);

for (const root of document.querySelectorAll<HTMLElement>("[data-example]")) near.observe(root);
