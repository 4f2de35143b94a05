import { interpolation } from './interpolation.ts';
import type { Coordinates, Pom, PomDependency } from './readPom.ts';

/** Values for a dependency that omits them; empty if not managed. */
export interface Managed {
  version: string;
  scope: string;
}

export function managedName({ group, artifact }: PomDependency, replace: (text: string) => string): string {
  return `${replace(group)}:${replace(artifact)}`;
}

const isImport = ({ scope }: PomDependency) => scope === 'import';

/** Managed dependencies of the POM and its ancestors, by `group:artifact`. The nearest POM wins. */
export function managedIn(chain: readonly [Pom, ...Pom[]]): Map<string, Managed> {
  const replace = interpolation(chain);
  const found = new Map<string, Managed>();
  for (const { managed } of chain) {
    for (const each of managed) {
      const name = managedName(each, replace);
      if (isImport(each) || found.has(name)) continue;
      found.set(name, { version: replace(each.version), scope: replace(each.scope) });
    }
  }
  return found;
}

/** The POMs whose managed dependencies are imported, in order of precedence. */
export function importsOf(chain: readonly [Pom, ...Pom[]]): Coordinates[] {
  const all = chain.flatMap(({ managed }) => managed.filter(isImport));
  if (!all.length) return [];
  const replace = interpolation(chain);
  const boms = new Map<string, Coordinates>();
  for (const { group, artifact, version } of all) {
    const bom = { group: replace(group), artifact: replace(artifact), version: replace(version) };
    const name = `${bom.group}:${bom.artifact}`;
    if (!boms.has(name) && name.length + bom.version.length <= maxNameLength) boms.set(name, bom);
  }
  return [...boms.values()].slice(0, maxImports);
}

/** Maximum imports per POM. */
const maxImports = 50;
/** Maximum length of a package name with version in the index. */
export const maxNameLength = 500;
