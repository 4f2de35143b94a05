import type { FastifyInstance } from 'fastify';
import type { CacheUses } from '../../platform/CountedCache.ts';
import type { Platform } from '../../platform/Platform.ts';
import { counter } from './Metrics.ts';

/** Adds metrics about the caches of this node, and about cached content of remote repositories. */
export function addCacheMetrics(app: FastifyInstance): void {
  const caches = Object.entries(cachesOf(app.platform));
  const samples = (use: 'hits' | 'misses') =>
    caches.map(([cache, uses]) => ({ labels: { cache }, value: uses[use] }));
  app.metrics.add('caches', () => [
    counter('lading_cache_hits_total', 'Reads of a cache that found an entry.', samples('hits')),
    counter('lading_cache_misses_total', 'Reads of a cache that found no entry.', samples('misses')),
  ]);
}

/** The keys are labels of metrics, listed in `docs/reference/metrics.md`. */
function cachesOf({
  access,
  compressed,
  formats,
  packages,
  plainFiles,
}: Platform): Record<string, CacheUses> {
  const { helm, npm, oci } = formats;
  return {
    tokens: access.tokens.uses,
    passwords: access.passwords.uses,
    permissions: access.permissions.uses,
    'compressed-json': compressed.json.uses,
    'compressed-metadata': compressed.text.uses,
    'compressed-queries': compressed.queries.uses,
    queries: packages.answers.uses,
    'npm-packuments': npm.renderCache.uses,
    'npm-tarballs': npm.recentTarballs.uses,
    'oci-manifests': oci.recentManifests.uses,
    'helm-indexes': helm.indexes.uses,
    'helm-upstream-indexes': helm.upstreamIndexes.uses,
    'cargo-upstream-indexes': formats.crateIndexes.uses,
    'pypi-upstream-pages': formats.projectPages.uses,
    'maven-poms': formats.poms.uses,
    'remote-npm-packuments': npm.upstreams.uses,
    'remote-npm-tarballs': npm.upstreams.tarballUses,
    'remote-oci-manifests': oci.upstreams.uses,
    'remote-files': plainFiles.upstreams.uses,
  };
}
