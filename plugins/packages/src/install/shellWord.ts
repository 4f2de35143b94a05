import type { System } from '../formats/PackageFormat.ts';

/** Words with the same meaning in every shell. */
const PLAIN = /^[\w%+=:,./-][\w@%+=:,./-]*$/;
/**
 * Characters that are safe unquoted in POSIX shells; PowerShell gives `@name` a meaning of its own.
 */
const SCOPED = /^@[\w@%+=:,./-]*$/;

/**
 * Quotes one word of a shell command: a package name must never run as code when a command is
 * pasted.
 */
export function shellWord(text: string, system: System = 'linux'): string {
  if (PLAIN.test(text)) return text;
  if (system === 'windows') return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
  return SCOPED.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
