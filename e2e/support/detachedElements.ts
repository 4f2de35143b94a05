/**
 * Makes `isDisplayed`, every wait for it, and `click` look up an element again once it has left the
 * page. WebdriverIO queries the node that it found first, and reports a replaced node as not
 * displayed forever; it looks up a clicked one again only once.
 */
export function lookUpDetachedElements(): void {
  browser.overwriteCommand(
    'isDisplayed',
    async function (this: WebdriverIO.Element, isDisplayed, params) {
      const displayed = await isDisplayed(params).catch(unlessReplaced);
      if (displayed) return true;
      if (displayed === false && (!this.elementId || (await isAttached(this)))) return false;
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
