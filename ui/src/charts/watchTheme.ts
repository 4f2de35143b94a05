const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'];

/**
 * Calls back when the user or the system changes the theme. A canvas does not follow custom
 * properties.
 */
export function watchTheme(callback: () => void): () => void {
  const chosen = new MutationObserver(callback);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = queries.map((query) => matchMedia(query));
  for (const media of system) media.addEventListener('change', callback);
  return () => {
    chosen.disconnect();
    for (const media of system) media.removeEventListener('change', callback);
  };
}

/** The value of a theme token, such as `accent`. */
export function themeToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--ld-${name}`).trim();
}
