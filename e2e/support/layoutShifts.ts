/** Sum of the layout shifts of a page that is not noticed. */
const maxSum = 0.02;

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Returns what moved in the open page since it was requested, with the positions before and after
 * in pixels; nothing if the movements are too small to be noticed.
 */
export async function layoutShifts(): Promise<string[]> {
  const { sum, moves } = await browser.executeAsync(
    (done: (shifts: { sum: number; moves: string[] }) => void) => {
      let sum = 0;
      const moves: string[] = [];
      const place = ({ top, height }: DOMRect) => `${Math.round(top)}+${Math.round(height)}`;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as unknown as LayoutShift[]) {
          if (shift.hadRecentInput) continue;
          sum += shift.value;
          for (const { node, previousRect, currentRect } of shift.sources) {
            const name = node instanceof Element ? (node.cloneNode(false) as Element).outerHTML : 'text';
            moves.push(`${shift.value.toFixed(4)}: ${name} ${place(previousRect)} → ${place(currentRect)}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
      // Entries are delivered after the frame that they belong to.
      setTimeout(() => done({ sum, moves }), 500);
    },
  );
  return sum <= maxSum ? [] : moves;
}
