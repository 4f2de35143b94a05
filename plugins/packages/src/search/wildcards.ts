const WILDCARD = /[*?]/;

/**
 * What a typed name is searched as. A name without wildcards is found anywhere in a name, so
 * asterisks are added before and after it as needed; one with wildcards gets a trailing asterisk
 * where it has none. A quoted value stays as it is.
 */
export function namePattern(typed: string): string {
  const value = typed.trim();
  if (value === '' || isQuoted(value)) return value;
  if (!WILDCARD.test(value)) return `*${value}*`;
  return value.endsWith('*') ? value : `${value}*`;
}

/**
 * The pattern as the platform takes it: it knows no quotes. `undefined` where nothing is asked for.
 */
export function platformPattern(typed: string): string | undefined {
  const pattern = namePattern(typed);
  if (isQuoted(pattern)) return pattern.slice(1, -1).trim() || undefined;
  return pattern === '' || /^\*+$/.test(pattern) ? undefined : pattern;
}

function isQuoted(value: string): boolean {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"');
}
