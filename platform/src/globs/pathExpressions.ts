/** How many patterns form one expression: the database compiles each once, and keeps 32 of them. */
const patternsPerExpression = 200;

/**
 * The same for the database's `~`: the path matches one of the expressions. PostgreSQL runs expressions without back references and
 * without captures as an automaton, so their time is proportional to the length of the path, too.
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
