import { randomUUID } from 'node:crypto';
import { narrowView, type View } from '../../packages/sql/readable.ts';
import { packagesTypeOf } from '../../repositories/PackageType.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { keyOf, storedVersions } from '../storedVersions.ts';
import type { Bill } from './Bill.ts';
import { repositoryVersions } from './repositoryVersions.ts';
import { storedComponent } from './storedComponent.ts';

/**
 * The versions of a repository that the caller can read. Their dependencies are not followed: a
 * repository contains alternatives.
 */
export async function billOfRepository(repository: Repository, view: View): Promise<Bill> {
  const type = packagesTypeOf(repository.packageType);
  const own = await narrowView(view, [repository.key]);
  const { versions, cut } = await repositoryVersions(type, own);
  const stored = await storedVersions(type, versions, own);
  const components = versions.flatMap((each) => {
    const version = stored.get(keyOf(each));
    return version ? [storedComponent(type, version)] : [];
  });
  return {
    subject: {
      ref: `repository:${repository.key}`,
      kind: 'application',
      name: repository.key,
      hashes: {},
      contains: components.map(({ ref }) => ref),
      resolution: 'stored',
    },
    components,
    cut,
    created: new Date(),
    id: randomUUID(),
  };
}
