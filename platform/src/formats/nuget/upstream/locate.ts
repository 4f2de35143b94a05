import type { Located } from '../../../pipeline/Format.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { serviceOf } from './service.ts';

/** The URL of a package or nuspec at the upstream. Upstream metadata is never served directly. */
export async function locatePackageFile(remote: Repository, path: string): Promise<Located | 'missing'> {
  const [id = '', version = '', file = '', ...more] = path.split('/');
  const known = file === `${id}.${version}.nupkg` || file === `${id}.nuspec`;
  if (!known || more.length) return 'missing';
  const { flatContainer } = await serviceOf(remote);
  if (!flatContainer) return 'missing';
  return { url: new URL([id, version, file].map(encodeURIComponent).join('/'), flatContainer) };
}
