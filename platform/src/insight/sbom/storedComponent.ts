import { typeOfPackages } from '../../repositories/PackageType.ts';
import type { StoredVersion } from '../storedVersions.ts';
import type { BillComponent } from './Bill.ts';
import { purlOf, refOf } from './purl.ts';

type Described = Pick<
  StoredVersion,
  'name' | 'version' | 'description' | 'licenses' | 'sha256' | 'sha1' | 'md5'
>;

/** Returns a stored version as a component, without its dependencies. */
export function storedComponent(type: string, stored: Described): BillComponent {
  const { name, version, description, licenses, sha256, sha1, md5 } = stored;
  const purl = purlOf(type, name, version);
  return {
    ref: refOf(type, name, version),
    kind: typeOfPackages(type)?.tags ? 'container' : typeOfPackages(type)?.resolve ? 'library' : 'file',
    name,
    version,
    ...(purl === undefined ? {} : { purl }),
    ...(description ? { description } : {}),
    ...(licenses.length > 0 ? { licenses } : {}),
    hashes: { ...(sha256 ? { sha256 } : {}), ...(sha1 ? { sha1 } : {}), ...(md5 ? { md5 } : {}) },
    resolution: 'stored',
  };
}
