import { semverSpans } from '../../packages/rangeSpans.ts';
import { newestInRange } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { removeCrateVersion } from './changes/changeCrate.ts';
import { cargoTrash } from './changes/trash.ts';
import { ownedName } from './crateVersions.ts';
import { packageType } from './indexCrate.ts';
import { canonicalName } from './names.ts';
import { crateOrigin } from './origin.ts';
import { cargoRoutes } from './routes.ts';
import { upstreamAddress } from './upstream/upstreamConfig.ts';

/** Cargo: crates for Rust. */
export const cargo: Format = {
  type: packageType,
  displayName: 'Cargo',
  classes: ['local', 'remote', 'virtual'],
  ownsName: async (repo, name) => (await ownedName(repo, name)) !== undefined,
  naming: { fold: canonicalName },
  clientPath: (key) => `/artifactory/api/cargo/${key}/index/`,
  routes: cargoRoutes,
  ecosystem: 'crates.io',
  purl: { type: 'cargo' },
  resolve: (range, versions) => newestInRange(semverNotation(range), versions),
  spans: (range) => semverSpans(semverNotation(range)),
  removeVersion: removeCrateVersion,
  trash: cargoTrash,
  origin: crateOrigin,
  probe: async (remote) => requestUpstream(remote, upstreamAddress(remote, 'config.json')),
  bareToken: true,
};

/** In Cargo, a bare version means all versions compatible with it. */
function semverNotation(range: string): string {
  return range.replace(/(^|,)\s*(?=\d)/g, '$1^').replaceAll(',', ' ');
}
