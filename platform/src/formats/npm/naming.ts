import type { Naming } from '../../repositories/naming.ts';

/** A scope belongs to one owner; an unscoped name belongs to its first publisher. */
export const npmNaming: Naming = {
  example: '@acme',
  separators: (prefix) => (prefix.startsWith('@') ? '/' : ''),
  namespaces: scopeOf,
  // `@types` contains type definitions by many authors.
  reserves: (name) => scopeOf(name).find((scope) => scope !== '@types'),
};

function scopeOf(name: string): string[] {
  const slash = name.indexOf('/');
  return name.startsWith('@') && slash > 1 ? [name.slice(0, slash)] : [];
}
