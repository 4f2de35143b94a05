import { ELEMENT_KEY } from 'webdriver';

/**
 * Makes `isDisplayed`, every wait for it, and `click` look up an element again once it has left the
 * page. WebdriverIO queries the node that it found first, and reports a replaced node as not
 * displayed forever; it looks up a clicked one again only once.
 */
export function lookUpDetachedElements(): void {
  browser.overwriteCommand(
    'isDisplayed',
    async function (this: WebdriverIO.Element, isDisplayed, params) {
      let shown = await isShown(this, params).catch(unlessReplaced);
      if (shown === 'unknown') {
        shown = await isDisplayed(params).catch(unlessReplaced);
        if (shown === false && !(await isAttached(this))) shown = undefined;
      }
      if (shown !== undefined) return shown;
      const found = await lookUp(this);
      return found.elementId !== undefined && found.isDisplayed(params);
    },
    true,
  );
  browser.overwriteCommand(
    'click',
    async function (this: WebdriverIO.Element, click, options) {
      try {
        await click(options);
      } catch (error) {
        unlessReplaced(error);
        const found = await lookUp(this);
        if (found.elementId === undefined) throw error;
        await found.click(options);
      }
    },
    true,
  );
}

/**
 * Returns the result of WebdriverIO's own command, undefined for a node that has left the page, and
 * 'unknown' if only that command knows. The command passes an object to the page, and Chromium's
 * implementation of WebDriver BiDi needs 18 ms of CPU to validate it: four times as much as for the
 * booleans in it.
 */
async function isShown(
  element: WebdriverIO.Element,
  {
    withinViewport = false,
    contentVisibilityAuto = true,
    opacityProperty = true,
    visibilityProperty = true,
  } = {},
): Promise<boolean | 'unknown' | undefined> {
  if (!element.elementId) {
    const { elementId } = await element.parent.$(element.selector).getElement();
    if (!elementId) return false;
    // Like WebdriverIO, keeps a node that was found late for the commands that follow.
    Object.assign(element, { elementId, [ELEMENT_KEY]: elementId });
  }
  if (withinViewport) return 'unknown';
  const shown = await browser.execute(
    (node, auto, opacity, visibility) => {
      const seen = node as unknown as HTMLElement;
      if (!seen.isConnected) return null;
      if (getComputedStyle(seen).display === 'contents') return 'unknown';
      return seen.checkVisibility({
        contentVisibilityAuto: auto,
        opacityProperty: opacity,
        visibilityProperty: visibility,
      });
    },
    element,
    contentVisibilityAuto,
    opacityProperty,
    visibilityProperty,
  );
  return shown ?? undefined;
}

/**
 * Messages about a node that was replaced during the command. WebdriverIO sends an undefined
 * argument if the element is missing at the moment of its own lookup.
 */
const replaced = /stale element|no such node|Invalid input in "arguments"/;

function unlessReplaced(error: unknown): undefined {
  if (!(error instanceof Error && replaced.test(error.message))) throw error;
}

/** A node without a document, or one that was removed, is not attached. */
function isAttached(element: WebdriverIO.Element): Promise<boolean> {
  return browser.execute((node) => (node as unknown as Node).isConnected, element).catch(() => false);
}

/** Repeats the selectors from the page down, because parents can be replaced, too. */
async function lookUp(element: WebdriverIO.Element): Promise<WebdriverIO.Element> {
  const { parent, selector, index = 0 } = element;
  const from = 'selector' in parent ? await lookUp(parent as WebdriverIO.Element) : browser;
  const found = index > 0 ? from.$$(selector)[index] : from.$(selector);
  return (found ?? from.$(selector)).getElement();
}
