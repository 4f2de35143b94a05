const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Parses a user agent into browser with major version, and operating system. Unknown parts are
 * `undefined`.
 */
export function clientName(client: string): { browser: string | undefined; system: string | undefined } {
  const browser = BROWSERS.map(([name, mark]) => ({ name, found: mark.exec(client) })).find(
    ({ found }) => found,
  );
  return {
    browser: browser?.found ? `${browser.name} ${browser.found[1]}` : undefined,
    system: SYSTEMS.find(([, mark]) => mark.test(client))?.[0],
  };
}
