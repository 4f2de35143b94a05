/** Where the shell keeps the theme that the user has chosen. */
const KEY = 'lading.shell.theme';

/** A chosen theme is there before the first screen is; without a choice the page follows the system. */
export function applyTheme(page: Document & { defaultView: Window }): void {
  try {
    const theme = page.defaultView.localStorage.getItem(KEY);
    if (theme !== null && theme !== 'system') page.documentElement.dataset.theme = theme;
  } catch {
    // Where storage is forbidden nothing was chosen.
  }
}
