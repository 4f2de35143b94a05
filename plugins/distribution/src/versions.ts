import type { PlatformServices } from '@lading/contract';
import { BUNDLES, LEGACY_ROOT } from './addresses.ts';

const LEAST_ARTIFACTORY = '7.48.0';
const LEAST_DISTRIBUTION = '2.16.0';

/** Compares versions by their numbers and ignores suffixes. */
function atLeast(version: string | undefined, least: string): boolean {
  if (version === undefined) return false;
  const [given, wanted] = [version, least].map((text) => text.split(/[.-]/, 3).map(Number));
  for (const [at, number] of (wanted ?? []).entries()) {
    const own = given?.[at] ?? 0;
    if (Number.isNaN(own)) return false;
    if (own !== number) return own > number;
  }
  return true;
}

/**
 * Whether the legacy path is rewritten: requires a recent Artifactory and, if Distribution is
 * available, a recent Distribution.
 */
export function rewritesLegacyPath(services: Pick<PlatformServices, 'available' | 'version'>): boolean {
  if (!atLeast(services.version('artifactory'), LEAST_ARTIFACTORY)) return false;
  return !services.available('distribution') || atLeast(services.version('distribution'), LEAST_DISTRIBUTION);
}

/** Returns the first path segment of the bundle pages on this platform. */
export function bundlesRoot(services: Pick<PlatformServices, 'available' | 'version'>): string {
  return rewritesLegacyPath(services) ? BUNDLES : LEGACY_ROOT;
}
