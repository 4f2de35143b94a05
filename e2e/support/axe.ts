import { AxeBuilder } from '@axe-core/webdriverio';

/** Every rule of WCAG 2.2 up to AA, and what else axe knows; the size of targets is off unless one asks for it. */
const RULES = { 'target-size': { enabled: true } };

/** What axe finds in the page that is open, in words. */
export async function faults(): Promise<string[]> {
  const { violations } = await new AxeBuilder({ client: browser }).options({ rules: RULES }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' … ')}`);
}

/** What makes the page wider than the screen; what scrolls by itself, as tables may, does not. */
export function tooWide(): Promise<string[]> {
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
