/** Presses Tab until the element that matches `selector` has the focus. */
export async function tabTo(selector: string): Promise<void> {
  const most = 60;
  for (let presses = 0; presses < most; presses += 1) {
    if (await browser.execute((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await browser.keys(['Tab']);
  }
  throw new Error(`${selector} was not reached by ${most} presses of Tab`);
}

/** Waits until the element that matches `selector` has the focus. */
export async function waitForFocus(selector: string): Promise<void> {
  let found = '';
  await browser
    .waitUntil(async () => {
      found = await browser.execute(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');
      return browser.execute((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    })
    .catch(() => {
      throw new Error(`the focus is on ${found} where ${selector} was expected`);
    });
}

/** Types into the focused element. */
export function type(text: string): Promise<void> {
  return browser.keys([...text]);
}

/** Moves to the link or button with this text by Tab, and presses Enter. */
export async function press(text: string): Promise<void> {
  await browser.waitUntil(() => browser.execute(isThere, text), { timeoutMsg: `there is no "${text}"` });
  const most = 60;
  for (let presses = 0; presses < most; presses += 1) {
    if (await browser.execute(isFocused, text)) return browser.keys(['Enter']);
    await browser.keys(['Tab']);
  }
  throw new Error(`"${text}" was not reached by ${most} presses of Tab`);
}

/** Runs in the page. */
function isThere(wanted: string): boolean {
  return [...document.querySelectorAll('a, button')].some((one) => one.textContent?.trim() === wanted);
}

/** Runs in the page. */
function isFocused(wanted: string): boolean {
  return document.activeElement?.textContent?.trim() === wanted;
}
