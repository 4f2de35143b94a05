import { useInsertionEffect } from 'react';

const adopted = new Map<string, CSSStyleSheet>();

/** Adds a stylesheet to the page, once. The page's policy blocks `<style>` elements. */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  adopted.set(css, sheet);
  // jsdom supports constructed stylesheets but not their adoption.
  if (document.adoptedStyleSheets) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Adds a component's stylesheet before its first paint. */
export function useStyles(css: string): void {
  useInsertionEffect(() => adoptStyles(css), [css]);
}
