import { importsOf, type Managed, managedIn } from './managed.ts';
import type { Pom } from './readPom.ts';
import { chainOf, findPom, nameOf } from './storedPoms.ts';

/**
 * Limits for one POM: the number of POMs read, including indirect imports, and of managed
 * dependencies used.
 */
const maxBoms = 100;
const maxManaged = 50_000;

/**
 * The managed dependencies of all imported POMs that are available. The first POM that manages a
 * dependency wins.
 */
export async function importedInto(
  repo: string,
  chain: readonly [Pom, ...Pom[]],
): Promise<Map<string, Managed>> {
  const found = new Map<string, Managed>();
  await importInto(found, repo, chain, new Set());
  return found;
}

async function importInto(
  found: Map<string, Managed>,
  repo: string,
  chain: readonly [Pom, ...Pom[]],
  seen: Set<string>,
): Promise<void> {
  for (const coordinates of importsOf(chain)) {
    const name = nameOf(coordinates);
    if (seen.has(name) || seen.size >= maxBoms || found.size >= maxManaged) continue;
    seen.add(name);
    const bom = await findPom(repo, coordinates);
    if (!bom) continue;
    const bomChain = await chainOf(repo, bom);
    for (const [dependency, rule] of managedIn(bomChain))
      if (!found.has(dependency)) found.set(dependency, rule);
    await importInto(found, repo, bomChain, seen);
  }
}
