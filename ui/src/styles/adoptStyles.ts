import { useInsertionEffect } from 'react';

const adopted = new Map<string, CSSStyleSheet>();

/** Puts a stylesheet into the page, once however often it is asked for. The page's policy allows no `<style>`. */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  adopted.set(css, sheet);
  // jsdom knows constructed sheets, but not how a document adopts them.
  if (document.adoptedStyleSheets) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The same for a component: its styles are there before it is painted first. */
export function useStyles(css: string): void {
  useInsertionEffect(() => adoptStyles(css), [css]);
}
