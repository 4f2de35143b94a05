import { interpolation } from './interpolation.ts';
import type { Coordinates, Pom, PomDependency } from './readPom.ts';

/** What is said of a dependency wherever it says nothing itself; empty: nothing. */
export interface Managed {
  version: string;
  scope: string;
}

export function managedName({ group, artifact }: PomDependency, replace: (text: string) => string): string {
  return `${replace(group)}:${replace(artifact)}`;
}

const isImport = ({ scope }: PomDependency) => scope === 'import';

/** By `group:artifact`, what the POM and those that it inherits from manage themselves: the nearest counts. */
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

/** The POMs of which the versions are taken, in the order in which they count. */
export function importsOf(chain: readonly [Pom, ...Pom[]]): Coordinates[] {
  const all = chain.flatMap(({ managed }) => managed.filter(isImport));
  if (!all.length) return [];
  const replace = interpolation(chain);
  const boms = new Map<string, Coordinates>();
  for (const { group, artifact, version } of all) {
    const bom = { group: replace(group), artifact: replace(artifact), version: replace(version) };
    const name = `${bom.group}:${bom.artifact}`;
    if (!boms.has(name) && name.length + bom.version.length <= longestName) boms.set(name, bom);
  }
  return [...boms.values()].slice(0, mostImports);
}

/** Of one POM. */
const mostImports = 50;
/** No version is kept under a longer one. */
export const longestName = 500;
