import { spdxOf } from '../../../licenses/spdxOf.ts';
import { interpolation } from './interpolation.ts';
import { type Managed, managedIn, managedName } from './managed.ts';
import type { Pom } from './readPom.ts';

/** Maximum number of licenses in a POM. */
const maxLicenses = 100;

/** The data of a version in the index, from its POM and the POMs that it inherits from. */
export interface EffectivePom {
  packaging: string;
  description: string;
  licenses: string[];
  /** By `group:artifact`; the version range, or empty if no POM in this instance specifies it. */
  dependencies: Record<string, string>;
  /** Dependencies with scope `test`. */
  devDependencies: Record<string, string>;
}

/**
 * `chain`: the POM, its parent, and so on, as far as available. `imported`: the managed
 * dependencies of imported POMs.
 */
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
  // A child overrides its parents, so the parents are applied first.
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
      ...new Set(licenses.slice(0, maxLicenses).map(({ name, url }) => spdxOf(replace(name), url))),
    ].filter((id) => id !== ''),
    dependencies: runtime,
    devDependencies: test,
  };
}
