import axe, { type ElementContext, type RunOptions } from 'axe-core';

/** Every rule of WCAG 2.2 up to AA, and what else axe knows; the size of targets is off unless one asks for it. */
const RULES = { 'target-size': { enabled: true } };

/** What axe finds in the page that is open, in words; `within`: in a part of it alone. */
export function faults(within?: string): Promise<string[]> {
  return violations({ rules: RULES }, within);
}

/** The same for what depends on colours. */
export function contrastFaults(): Promise<string[]> {
  return violations({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

/** Axe is brought to a page once: it is half a megabyte. */
async function violations(options: RunOptions, within?: string): Promise<string[]> {
  await standsStill();
  if (!(await browser.execute(() => 'axe' in window))) await browser.execute(axe.source);
  return browser.execute(
    async (wanted, context) => {
      const page = window as unknown as { axe: typeof axe };
      const { violations: found } = await page.axe.run(context as ElementContext, wanted as RunOptions);
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' … ')}`);
    },
    { ...options, resultTypes: ['violations'] } as object,
    within ?? 'html',
  );
}

/** What makes the page wider than the screen; what scrolls by itself, as tables may, does not. */
export async function tooWide(): Promise<string[]> {
  await standsStill();
  return browser.execute(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element.id !== 'lading-content' &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        const isShown = own > 1 && getComputedStyle(element).visibility !== 'hidden';
        return isShown && (right > width + 1 || left < -1) && !scrolls(element);
      })
      .slice(0, 3)
      .map((element) => (element.cloneNode(false) as Element).outerHTML);
  });
}

/** Waits until nothing moves any more that ends by itself, such as a sidebar on its way out. */
async function standsStill(): Promise<void> {
  let moving: string[] = [];
  await browser
    .waitUntil(async () => {
      moving = await browser.execute(() =>
        document
          .getAnimations()
          // One that has ended and keeps its last frame is still listed.
          .filter(({ playState }) => playState !== 'finished')
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((animation) => {
            const { target } = animation.effect as KeyframeEffect;
            const what = (target?.cloneNode(false) as Element | undefined)?.outerHTML;
            const name = 'transitionProperty' in animation ? animation.transitionProperty : animation.id;
            return `${what} ${name} ${animation.playState} at ${animation.currentTime}`;
          }),
      );
      return moving.length === 0;
    })
    .catch(() => {
      throw new Error(`still moving: ${moving.join(', ')}`);
    });
}
