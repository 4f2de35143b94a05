import type { Rollup } from 'vite';

/**
 * Makes the stylesheet a dependency of the entry: the loader adds it to the page, checks its integrity and reports when
 * it cannot be had. A `<style>` of its own would be refused by the console's policy.
 */
export function withStyles(code: string, stylesheets: readonly string[]): string {
  if (stylesheets.length === 0) return code;
  return code.replace(/System\.register\((\[[^\]]*\])/, (_, list: string) => {
    const dependencies = JSON.parse(list) as string[];
    const files = stylesheets.map((path) => `./${path}`);
    return `System.register(${JSON.stringify([...dependencies, ...files])}`;
  });
}

/** The names of the stylesheets among a build's files. */
export function stylesheetsOf(output: Rollup.RollupOutput['output']): string[] {
  return output.map((file) => file.fileName).filter((name) => name.endsWith('.css'));
}
