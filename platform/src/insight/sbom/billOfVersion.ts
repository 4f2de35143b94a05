import { randomUUID } from 'node:crypto';
import type { PackageKey } from '../../packages/list/packageId.ts';
import type { View } from '../../packages/sql/readable.ts';
import { typeOfPackages } from '../../repositories/PackageType.ts';
import { requireVersion } from '../requireVersion.ts';
import type { Bill } from './Bill.ts';
import { DependencyWalk } from './DependencyWalk.ts';
import { imageFiles } from './imageFiles.ts';
import { refOf } from './purl.ts';
import { storedComponent } from './storedComponent.ts';

/**
 * Returns the bill of a version with its runtime dependencies, as far as they are stored and
 * readable. Throws `HttpError` 404.
 */
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
  const contained = typeOfPackages(of.type)?.tags ? await imageFiles(found, view) : [];
  const subject =
    components.get(refOf(of.type, found.name, found.version)) ?? storedComponent(of.type, found);
  return {
    subject: contained.length > 0 ? { ...subject, contains: contained.map(({ ref }) => ref) } : subject,
    components: [...[...components.values()].filter((component) => component !== subject), ...contained],
    cut,
    created: new Date(),
    id: randomUUID(),
  };
}
