import { foldName, namingOf } from '../naming.ts';
import type { Rule } from './Rule.ts';

/** Whether the prefix covers the name; both folded. Linear in their length. */
function covers(type: string, prefix: string, name: string): boolean {
  if (!name.startsWith(prefix)) return false;
  if (name.length === prefix.length) return true;
  const separators = namingOf(type).separators?.(prefix) ?? '';
  return separators === '' || separators.includes(name[prefix.length] ?? '');
}

/** The rule with the longest prefix that covers the folded name. */
export function ruleFor(type: string, rules: readonly Rule[], name: string): Rule | undefined {
  let found: Rule | undefined;
  for (const rule of rules) {
    if (rule.prefix.length > (found?.prefix.length ?? 0) && covers(type, rule.prefix, name)) found = rule;
  }
  return found;
}

const longestPrefix = 214;

/**
 * The prefix as rules store it, without a trailing `*` or separator: `@corp` for `@Corp/*`.
 * Undefined for an invalid one.
 */
export function readPrefix(type: string, text: string): string | undefined {
  if (text.length > longestPrefix) return undefined;
  let prefix = foldName(type, text.trim().replace(/\*$/, ''));
  const separators = namingOf(type).separators?.(prefix) ?? '';
  if (separators.includes(prefix.at(-1) ?? ' ')) prefix = prefix.slice(0, -1);
  return /^@?[a-z0-9_~](?:[a-z0-9._~/:-]*)$/.test(prefix) ? prefix : undefined;
}
