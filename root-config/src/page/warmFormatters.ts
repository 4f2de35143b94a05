/** Where the shell stores the language that the user has selected. */
const KEY = 'lading.shell.language';

/**
 * Creates the selected language's formatters while the browser waits for scripts: the first ones take it as much time as
 * a screen. English screens draw their first rows without formatters.
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
    // Where storage is forbidden no language was selected.
    return null;
  }
}
