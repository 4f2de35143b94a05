/**
 * Makes `isDisplayed`, and every wait for it, look up an element again once it has left the page.
 * WebdriverIO queries the node that it found first, and reports a replaced node as not displayed
 * forever.
 */
export function lookUpDetachedElements(): void {
  browser.overwriteCommand(
    'isDisplayed',
    async function (this: WebdriverIO.Element, isDisplayed, params) {
      if (await isDisplayed(params)) return true;
      if (!this.elementId || (await isAttached(this))) return false;
      const found = await lookUp(this);
      return found.elementId !== undefined && found.isDisplayed(params);
    },
    true,
  );
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
