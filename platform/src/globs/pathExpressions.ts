/** Patterns per expression. PostgreSQL compiles each expression once and caches 32 of them. */
const patternsPerExpression = 200;

/**
 * Converts patterns for PostgreSQL's `~` operator: a path is covered if it matches one of the
 * expressions. PostgreSQL runs expressions without back references and captures as an automaton, so
 * the time is proportional to the length of the path here too.
 */
export function pathExpressions(patterns: readonly string[]): string[] {
  const sources = [...new Set(patterns)].map(sourceOf);
  const count = Math.ceil(sources.length / patternsPerExpression);
  return Array.from({ length: count }, (_, index) => {
    const group = sources.slice(index * patternsPerExpression, (index + 1) * patternsPerExpression);
    return `^(?:${group.join('|')})$`;
  });
}

function sourceOf(pattern: string): string {
  return (pattern.endsWith('/') ? `${pattern}**` : pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\/\*\*$|\*\*|\*|\?/g, (wildcard) => sources[wildcard] ?? wildcard);
}

const sources: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '(?:/.*)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
