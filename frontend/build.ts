/** Bundles the browser's code: one script a page, a style sheet for all and one for replays, into frontend/static/build/. */
import { rm } from "node:fs/promises";
import { build, type BuildOptions } from "esbuild";

const pages = ["today", "play", "board", "replay", "rules"];

await rm("frontend/static/build", { recursive: true, force: true });
const common: BuildOptions = {
  outdir: "frontend/static/build",
  entryNames: "[name]",
  bundle: true,
  minify: true,
  sourcemap: "linked",
  // The style sheets use light-dark() and color-mix(), which came in 2024.
  target: ["es2022", "chrome123", "firefox121", "safari17.5"],
  external: ["*.svg", "*.png"],
  logLevel: "warning",
};
await build({
  ...common,
  entryPoints: [...pages.map((name) => `frontend/src/pages/${name}.ts`), "frontend/styles/main.css", "frontend/styles/replay.css"],
  // Modules hold no globals, and WhiteNoise hashes the names: splitting would leave imports unhashed.
  format: "esm",
});
// A module would come after the first paint.
await build({ ...common, entryPoints: ["frontend/src/pages/first-paint.ts"], format: "iife" });
