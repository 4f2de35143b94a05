import { randomUUID } from 'node:crypto';
import type { PackageKey } from '../../packages/packages/packageId.ts';
import type { View } from '../../packages/search/readable.ts';
import { requireVersion } from '../requireVersion.ts';
import type { Bill } from './Bill.ts';
import { DependencyWalk } from './DependencyWalk.ts';
import { refOf } from './purl.ts';
import { storedComponent } from './storedComponent.ts';

/** The version with what it needs to run, as far as that is known from what the caller can read. Throws `HttpError` 404. */
export async function billOfVersion(
  of: PackageKey,
  version: string,
  view: View,
  repo?: string,
): Promise<Bill> {
  const found = await requireVersion(of, version, view, repo);
  const walk = new DependencyWalk(of.type, view, repo);
  await walk.from([found]);
  const { components, cut } = walk;
  const subject =
    components.get(refOf(of.type, found.name, found.version)) ?? storedComponent(of.type, found);
  return {
    subject,
    components: [...components.values()].filter((component) => component !== subject),
    cut,
    created: new Date(),
    id: randomUUID(),
  };
}
