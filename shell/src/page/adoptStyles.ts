/**
 * Adds a stylesheet to the page. The content security policy allows no `<style>`, and the core does
 * not load `ui` for this.
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...(document.adoptedStyleSheets ?? []), sheet];
}
