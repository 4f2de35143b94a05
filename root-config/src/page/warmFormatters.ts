/**
 * A browser's first formatters cost it as much time as a screen: it makes them while it waits for scripts, if it does. The
 * ones that screens use later are then had at once.
 */
export function warmFormatters({ requestIdleCallback }: Window, language: string): void {
  if (typeof requestIdleCallback !== 'function') return;
  for (const make of [
    () => new Intl.NumberFormat(language),
    () => new Intl.RelativeTimeFormat(language),
    () => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }),
  ]) {
    requestIdleCallback(() => void make());
  }
}
