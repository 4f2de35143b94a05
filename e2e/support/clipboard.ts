/** What the clipboard holds. The page that is open must be the console's own. */
export async function clipboardText(): Promise<string> {
  await browser.setPermissions({ name: 'clipboard-read' }, 'granted');
  return browser.execute(() => navigator.clipboard.readText());
}
