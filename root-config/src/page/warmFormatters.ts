/** Storage key of the selected language. */
const KEY = 'lading.shell.language';

/**
 * Creates the selected language's formatters while the browser waits for scripts: the first ones
 * take as long as rendering a screen. English screens render their first rows without formatters.
 */
export function warmFormatters(view: Window): void {
  const { requestIdleCallback } = view;
  if (typeof requestIdleCallback !== 'function') return;
  const language = selectedLanguage(view);
  if (language === null || language === 'en') return;
  for (const make of [() => new Intl.NumberFormat(language), () => new Intl.RelativeTimeFormat(language)]) {
    requestIdleCallback(() => void make());
  }
}

function selectedLanguage(view: Window): string | null {
  try {
    return view.localStorage.getItem(KEY);
  } catch {
    // Without storage, no language was selected.
    return null;
  }
}
