// Selectors that end the wait for each console's pages, and the sign-in.
import { openTab, visit } from '../harness/browser.mjs';
import { password } from '../harness/lading.mjs';

/** In each console's list a row's name is a link that carries the package's name. */
export const firstRow = 'a[href*="ui-package-"]';
/** Any row of Lading's list. */
export const anyRow = '[role="row"] a[href*="/packages/"]';
export const signInForm = '[data-plugin-state="mounted"] input[name="password"]';

export const count = 200;
export const names = Array.from(
  { length: count },
  (_, index) => `ui-package-${String(index).padStart(3, '0')}`,
);

/** Signs in with the form; returns the cookies of the session. */
export async function signIn(browser, origin, user = 'admin') {
  const visitor = await browser.visitor();
  try {
    const tab = await openTab(visitor, { ready: signInForm });
    await visit(tab, `${origin}/ui/login`);
    await tab.page.type('input[name="username"]', user);
    await tab.page.type('input[name="password"]', password);
    await tab.page.click('button[type="submit"]');
    await tab.page.waitForSelector('input[name="password"]', { hidden: true });
    await tab.page.waitForSelector('[data-plugin-state="mounted"]');
    return await visitor.cookies();
  } finally {
    await visitor.close();
  }
}
