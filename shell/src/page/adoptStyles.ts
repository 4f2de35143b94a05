/** Puts a stylesheet into the page; the page's policy allows no `<style>`. The core has no other use of `ui`. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...(document.adoptedStyleSheets ?? []), sheet];
}
