import type { System } from '../formats/PackageFormat.ts';

/** Means the same to every shell. */
const PLAIN = /^[\w%+=:,./-][\w@%+=:,./-]*$/;
/** Plain to POSIX shells; PowerShell takes `@name` for something of its own. */
const SCOPED = /^@[\w@%+=:,./-]*$/;

/** One word of a shell's command: what a package is named must never run when a command is pasted. */
export function shellWord(text: string, system: System = 'linux'): string {
  if (PLAIN.test(text)) return text;
  if (system === 'windows') return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
  return SCOPED.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
