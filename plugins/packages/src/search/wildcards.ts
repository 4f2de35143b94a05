const WILDCARD = /[*?]/;

/**
 * Returns the search pattern of a typed name. A name without wildcards matches anywhere in a name,
 * so asterisks are added before and after it. A name with wildcards gets a trailing asterisk if it
 * has none. A quoted value does not change.
 */
export function namePattern(typed: string): string {
  const value = typed.trim();
  if (value === '' || isQuoted(value)) return value;
  if (!WILDCARD.test(value)) return `*${value}*`;
  return value.endsWith('*') ? value : `${value}*`;
}

/**
 * Returns the pattern for the platform, which does not support quotes; `undefined` for an empty
 * name.
 */
export function platformPattern(typed: string): string | undefined {
  const pattern = namePattern(typed);
  if (isQuoted(pattern)) return pattern.slice(1, -1).trim() || undefined;
  return pattern === '' || /^\*+$/.test(pattern) ? undefined : pattern;
}

function isQuoted(value: string): boolean {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"');
}
