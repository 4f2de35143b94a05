import { spdxOf } from '../../../licenses/spdxOf.ts';
import { interpolation } from './interpolation.ts';
import { type Managed, managedIn, managedName } from './managed.ts';
import type { Pom } from './readPom.ts';

/** Of a POM: nobody has more. */
const mostLicences = 100;

/** What the index says of a version by its POM, and those that it inherits from. */
export interface EffectivePom {
  packaging: string;
  description: string;
  licenses: string[];
  /** By `group:artifact`; the range, or empty where nobody here says it. */
  dependencies: Record<string, string>;
  /** Those of tests. */
  devDependencies: Record<string, string>;
}

/** `chain`: the POM, its parent, and so on, as far as they are here; `imported`: what the POMs manage that it imports. */
export function effectivePom(
  chain: readonly [Pom, ...Pom[]],
  imported: ReadonlyMap<string, Managed> = new Map(),
): EffectivePom {
  const [pom] = chain;
  const replace = interpolation(chain);
  const licenses = chain.find(({ licenses: given }) => given.length > 0)?.licenses ?? [];
  const managed = new Map([...imported, ...managedIn(chain)]);
  const runtime: Record<string, string> = {};
  const test: Record<string, string> = {};
  // A child's own word counts: the parents' come first, and are overwritten.
  for (const { dependencies } of [...chain].reverse()) {
    for (const dependency of dependencies) {
      const name = managedName(dependency, replace);
      const rule = managed.get(name);
      const scope = replace(dependency.scope) || rule?.scope || 'compile';
      delete runtime[name];
      delete test[name];
      (scope === 'test' ? test : runtime)[name] = replace(dependency.version) || rule?.version || '';
    }
  }
  return {
    packaging: replace(pom.packaging),
    description: replace(pom.description || pom.name).replace(/\s+/g, ' '),
    licenses: [
      ...new Set(licenses.slice(0, mostLicences).map(({ name, url }) => spdxOf(replace(name), url))),
    ].filter((id) => id !== ''),
    dependencies: runtime,
    devDependencies: test,
  };
}
