/**
 * Makes `isDisplayed`, and every wait for it, look an element up anew once it has left the page. WebdriverIO asks the node
 * that it found first: of a node that the page has replaced, it says forever that it isn't displayed.
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

/** The same selectors from the page down: parents may have been replaced as well. */
async function lookUp(element: WebdriverIO.Element): Promise<WebdriverIO.Element> {
  const { parent, selector, index = 0 } = element;
  const from = 'selector' in parent ? await lookUp(parent as WebdriverIO.Element) : browser;
  const found = index > 0 ? from.$$(selector)[index] : from.$(selector);
  return (found ?? from.$(selector)).getElement();
}
