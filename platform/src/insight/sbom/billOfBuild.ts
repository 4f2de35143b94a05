import { randomUUID } from 'node:crypto';
import type { BuildDetailFile, BuildModule } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import type { BuildRow } from '../../builds/builds.ts';
import { buildDetails } from '../../builds/details.ts';
import type { View } from '../../packages/sql/readable.ts';
import type { Bill, BillComponent } from './Bill.ts';
import { BuildComponents } from './BuildComponents.ts';
import { Relations } from './Relations.ts';

/**
 * A run of a build contains its artifacts, and an artifact depends on the dependencies of its
 * module. A file that is stored where the caller can read it is the package that it belongs to; of
 * other files only the entry in the build is known.
 */
export async function billOfBuild(caller: Caller, build: BuildRow, view: View): Promise<Bill> {
  const { modules } = await buildDetails(caller, build);
  const files = modules.flatMap(({ artifacts, dependencies }) => [...artifacts, ...dependencies]);
  const components = await BuildComponents.of(files, view);
  const relations = new Relations();
  const contained = new Set<string>();
  modules.forEach(({ artifacts, dependencies }, index) => {
    const module = build.info.modules?.[index];
    const made = artifacts.flatMap((file) => components.add(file, 'file'));
    const used = dependencies.map((file) => components.add(file, 'library')[0]);
    for (const ref of made) contained.add(ref);
    relateModule(relations, { module, dependencies, made, used });
  });
  const subject: BillComponent = {
    ref: `build:${build.name}@${build.number}`,
    kind: 'application',
    name: build.name,
    version: build.number,
    hashes: {},
    contains: [...contained],
    resolution: 'declared',
  };
  return {
    subject,
    components: components.all.map((each) => {
      const dependsOn = relations.of(each.ref);
      return { ...each, ...(dependsOn ? { dependsOn } : {}) };
    }),
    cut: components.cut || relations.cut,
    created: new Date(),
    id: randomUUID(),
  };
}

/**
 * A module that lists no dependencies leaves those of its artifacts unknown: many clients publish
 * none.
 */
function relateModule(
  relations: Relations,
  given: {
    module: BuildModule | undefined;
    dependencies: readonly BuildDetailFile[];
    /** References of its artifacts. */
    made: readonly string[];
    /** References of its dependencies; undefined beyond the limit of components. */
    used: readonly (string | undefined)[];
  },
): void {
  const { module, dependencies, made, used } = given;
  const byId = new Map(dependencies.map(({ name }, at) => [name, used[at]]));
  for (const [at, ref] of used.entries()) {
    if (ref === undefined) continue;
    const requesters = requestersOf(module, at).flatMap((id) => byId.get(id) ?? []);
    // Without a known requester, it is a direct dependency.
    for (const each of requesters.length === 0 ? made : requesters) relations.add(each, ref);
  }
}

/**
 * Clients list for a transitive dependency the chains of dependencies that requested it, nearest
 * first.
 */
function requestersOf(module: BuildModule | undefined, at: number): string[] {
  const file = module?.dependencies?.[at] as { requestedBy?: unknown } | undefined;
  if (!Array.isArray(file?.requestedBy)) return [];
  const nearest = file.requestedBy.map((chain: unknown) => (Array.isArray(chain) ? chain[0] : undefined));
  return nearest.filter((id): id is string => typeof id === 'string');
}
