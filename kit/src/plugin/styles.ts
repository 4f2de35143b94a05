import type { Rollup } from 'vite';

/**
 * Makes the stylesheet a dependency of the entry: the loader adds it to the page, checks its
 * integrity, and reports failures. The console's policy would block a `<style>` element.
 */
export function withStyles(code: string, stylesheets: readonly string[]): string {
  if (stylesheets.length === 0) return code;
  return code.replace(/System\.register\((\[[^\]]*\])/, (_, list: string) => {
    const dependencies = JSON.parse(list) as string[];
    const files = stylesheets.map((path) => `./${path}`);
    return `System.register(${JSON.stringify([...dependencies, ...files])}`;
  });
}

/** Returns the names of the stylesheets among a build's files. */
export function stylesheetsOf(output: Rollup.RollupOutput['output']): string[] {
  return output.map((file) => file.fileName).filter((name) => name.endsWith('.css'));
}
