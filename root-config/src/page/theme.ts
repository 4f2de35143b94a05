/** Storage key of the selected theme. */
const KEY = 'lading.shell.theme';

/**
 * Applies the selected theme before the first screen; without a selection, the page follows the
 * system.
 */
export function applyTheme(page: Document & { defaultView: Window }): void {
  try {
    const theme = page.defaultView.localStorage.getItem(KEY);
    if (theme !== null && theme !== 'system') page.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, no theme was selected.
  }
}
