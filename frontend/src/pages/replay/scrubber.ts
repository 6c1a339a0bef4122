/** The scrubber, with marks at the steps where something happened. */
import type { MarkKind } from "./marks.ts";

/** A mark at its step. */
export interface StepMark {
  readonly step: number;
  readonly kind: MarkKind;
}

/** Each kind has a height of its own, so that colour alone tells nothing: from and to, of 12. */
const HEIGHTS: Readonly<Record<MarkKind, readonly [number, number]>> = { turned: [0, 5], home: [0, 12], undo: [8, 12] };

export class Scrubber {
  private readonly input: HTMLInputElement;
  private readonly drawing: SVGSVGElement | null;

  constructor(input: HTMLInputElement, moved: (step: number) => void) {
    this.input = input;
    this.drawing = input.parentElement?.querySelector("svg") ?? null;
    input.addEventListener("input", () => moved(Number(input.value)));
  }

  /** One path for each kind, however many marks there are. */
  setMarks(last: number, marks: readonly StepMark[]): void {
    this.input.max = String(last);
    if (this.drawing === null) return;
    this.drawing.setAttribute("viewBox", `0 0 ${Math.max(1, last)} 12`);
    this.drawing.replaceChildren(
      ...(Object.keys(HEIGHTS) as MarkKind[]).map((kind) => {
        const [top, bottom] = HEIGHTS[kind];
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        const steps = new Set(marks.filter((mark) => mark.kind === kind).map(({ step }) => step));
        path.setAttribute("class", `mark mark-${kind}`);
        path.setAttribute("d", [...steps].map((step) => `M${step} ${top}V${bottom}`).join(""));
        return path;
      }),
    );
  }

  show(step: number, text: string): void {
    this.input.value = String(step);
    this.input.setAttribute("aria-valuetext", text);
  }
}
