import axe, { type ElementContext, type RunOptions } from 'axe-core';

/** All rules of WCAG 2.2 up to AA and axe's other rules; axe disables `target-size` by default. */
const RULES = { 'target-size': { enabled: true } };

/** Returns axe's violations in the open page as text; `within`: only in a part of it. */
export function faults(within?: string): Promise<string[]> {
  return violations({ rules: RULES }, within);
}

/** Does the same for the rules that depend on colors. */
export function contrastFaults(): Promise<string[]> {
  return violations({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

/** Injects axe only once per page, because its script has half a megabyte. */
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

/**
 * Returns the elements that make the page wider than the screen, except those in a scroll
 * container, such as tables.
 */
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

/** Returns the texts of the elements whose content is wider than they are. */
export function spilled(selector: string): Promise<string[]> {
  return browser.execute(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => (textContent ?? '').slice(0, 40)),
    selector,
  );
}

/** Waits until all finite animations have ended, such as a closing sidebar. */
async function standsStill(): Promise<void> {
  let moving: string[] = [];
  await browser
    .waitUntil(async () => {
      moving = await browser.execute(() =>
        document
          .getAnimations()
          // A finished animation that keeps its last frame is still listed.
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

/** Adds axe, so that it reaches the opaque origin of a frame. */
export async function addAxe(): Promise<void> {
  await browser.execute(axe.source);
  await browser.execute(() => {
    const page = window as unknown as { axe: typeof axe };
    page.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
  });
}
