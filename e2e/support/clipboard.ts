/** Returns the clipboard text. The open page must belong to the console. */
export async function clipboardText(): Promise<string> {
  await browser.setPermissions({ name: 'clipboard-read' }, 'granted');
  return browser.execute(() => navigator.clipboard.readText());
}
