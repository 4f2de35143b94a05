import { chainOf, findPom, nameOf } from './heldPoms.ts';
import { importsOf, type Managed, managedIn } from './managed.ts';
import type { Pom } from './readPom.ts';

/** So many POMs are read for one that imports, and so much of what they manage is taken, whatever they import in their turn. */
const mostBoms = 100;
const mostManaged = 50_000;

/** What the POMs manage that this one imports, as far as they are held: the first that says something of a dependency counts. */
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
    if (seen.has(name) || seen.size >= mostBoms || found.size >= mostManaged) continue;
    seen.add(name);
    const bom = await findPom(repo, coordinates);
    if (!bom) continue;
    const its = await chainOf(repo, bom);
    for (const [dependency, rule] of managedIn(its)) if (!found.has(dependency)) found.set(dependency, rule);
    await importInto(found, repo, its, seen);
  }
}
