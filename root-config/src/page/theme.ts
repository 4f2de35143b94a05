/** Storage key of the selected theme. */
const KEY = 'lading.shell.theme';

/**
 * Applies the selected theme before the first screen; without a selection, that of the platform, or
 * of the system.
 */
export function applyTheme(page: Document & { defaultView: Window }): void {
  const { dataset } = page.documentElement;
  if (dataset.defaultTheme) dataset.theme = dataset.defaultTheme;
  try {
    const theme = page.defaultView.localStorage.getItem(KEY);
    if (theme === 'system') delete dataset.theme;
    if (theme !== null && theme !== 'system') dataset.theme = theme;
  } catch {
    // Without storage, no theme was selected.
  }
}
