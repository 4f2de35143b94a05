import type { Repository } from '../../../repositories/Repository.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { cachePath } from './paths.ts';
import { upstreamJson } from './upstreamJson.ts';

/** The URLs of an upstream's services. URLs that a path is appended to end with a slash. */
export interface Service {
  flatContainer?: URL;
  registration?: URL;
  search?: URL;
}

/** In order of preference: services that support Semantic Versioning 2 come first. */
const registrations = ['/3.6.0', '/Versioned', '/3.4.0', '/3.0.0-rc', '/3.0.0-beta', ''];
const searches = ['/3.5.0', '/3.0.0-rc', '/3.0.0-beta', '', '/Versioned'];

/** Reads the upstream's service index. Throws `UpstreamError` if there is none. */
export async function serviceOf(remote: Repository): Promise<Service> {
  const address = indexAddress(remote);
  const index = await upstreamJson(remote, cachePath.serviceIndex(), address);
  const { resources } = (typeof index === 'object' && index !== null ? index : {}) as { resources?: unknown };
  if (!Array.isArray(resources)) throw upstreamNonsense(remote, 'no NuGet service index');
  const byType = new Map<string, URL>();
  for (const resource of resources.slice(0, 1000)) {
    const { '@id': id, '@type': types } = (resource ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || !URL.canParse(id, address.href)) continue;
    const url = new URL(id, address);
    if (!/^https?:$/.test(url.protocol)) continue;
    for (const type of [types].flat())
      if (typeof type === 'string' && !byType.has(type)) byType.set(type, url);
  }
  const best = (name: string, versions: readonly string[]) =>
    versions.map((version) => byType.get(name + version)).find((url) => url !== undefined);
  const flatContainer = best('PackageBaseAddress', ['/3.0.0']);
  const registration = best('RegistrationsBaseUrl', registrations);
  const search = best('SearchQueryService', searches);
  return {
    ...(flatContainer ? { flatContainer: folder(flatContainer) } : {}),
    ...(registration ? { registration: folder(registration) } : {}),
    ...(search ? { search } : {}),
  };
}

/** The configured URL is that of the index itself, or of its directory. */
export function indexAddress(remote: Repository): URL {
  const address = new URL(remote.url ?? 'http://invalid.invalid');
  if (!address.pathname.endsWith('.json'))
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/index.json`;
  return address;
}

function folder(url: URL): URL {
  const address = new URL(url);
  if (!address.pathname.endsWith('/')) address.pathname += '/';
  return address;
}
