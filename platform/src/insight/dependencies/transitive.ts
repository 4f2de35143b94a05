import type { DependencyNode, TransitiveDependencies } from '@lading/contract/rest';
import type { PackageKey } from '../../packages/list/packageId.ts';
import type { View } from '../../packages/sql/readable.ts';
import { requireVersion } from '../requireVersion.ts';
import type { BillComponent } from '../sbom/Bill.ts';
import { DependencyWalk } from '../sbom/DependencyWalk.ts';
import { refOf } from '../sbom/purl.ts';
import { keyOf, type NamedVersion } from '../storedVersions.ts';
import { scansOf } from './scansOf.ts';
import { upgradesOf } from './upgrades.ts';

/** Dependencies in one response. */
const maxNodes = 2000;

/**
 * Finds the dependencies of a version at every depth, their known vulnerabilities, and versions
 * without any. Throws `HttpError` 404.
 */
export async function transitiveDependencies(
  of: PackageKey,
  version: string,
  view: View,
  repo?: string,
): Promise<TransitiveDependencies> {
  const root = await requireVersion(of, version, view, repo);
  const walk = new DependencyWalk(of.type, view, repo);
  await walk.from([root]);
  const rootRef = refOf(of.type, root.name, root.version);
  const ordered = byDepth(walk.components, rootRef);
  const shown = ordered.slice(0, maxNodes);
  const stored = shown.flatMap(({ component: { name, version, resolution } }) =>
    resolution === 'stored' && version !== undefined ? [{ name, version }] : [],
  );
  const all: NamedVersion[] = [{ name: root.name, version: root.version }, ...stored];
  const scans = await scansOf(of.type, all);
  const vulnerable = all.filter((each) => (scans.get(keyOf(each))?.total ?? 0) > 0);
  const upgrades = await upgradesOf(of.type, vulnerable, view);
  const known = (each: NamedVersion) => ({
    vulnerabilities: scans.get(keyOf(each))?.counts ?? null,
    upgrade: upgrades.get(keyOf(each)) ?? null,
  });
  return {
    known: walk.components.get(rootRef)?.dependsOn !== undefined,
    own: known(root),
    nodes: shown.map(({ component, depth, via }): DependencyNode => {
      const { name, version = null, range = null, resolution } = component;
      const about = resolution === 'stored' && version !== null ? known({ name, version }) : unknown;
      return { name, version, range, resolution, depth, via, ...about };
    }),
    truncated: walk.cut || ordered.length > maxNodes,
  };
}

const unknown = { vulnerabilities: null, upgrade: null };

interface Placed {
  component: BillComponent;
  /** 1: the version itself declares it. */
  depth: number;
  /** Name of the component that depends on it, on a shortest path. */
  via: string;
}

/** Lists the components that a root depends on, lowest depth first. */
function byDepth(components: ReadonlyMap<string, BillComponent>, root: string): Placed[] {
  const placed = new Map<string, Placed>();
  let level = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const next: string[] = [];
    for (const ref of level) {
      const { name: via = '', dependsOn = [] } = components.get(ref) ?? {};
      for (const other of dependsOn) {
        const component = components.get(other);
        if (!component || other === root || placed.has(other)) continue;
        placed.set(other, { component, depth, via });
        next.push(other);
      }
    }
    level = next;
  }
  return [...placed.values()];
}
