export const TABS = [
  'readme',
  'layers',
  'configuration',
  'referrers',
  'properties',
  'files',
  'dependencies',
  'dependents',
  'builds',
  'contents',
  'sbom',
] as const;
export type VersionTab = (typeof TABS)[number];

/** Archives that contain a readme. */
const WITH_README = /\.(tgz|gz|zip|jar|war|nupkg|crate|apk|whl|egg|mod)$/i;

/** Returns the tab that is open if the URL contains none. */
export function defaultTab(leadFilePath: string): VersionTab {
  return WITH_README.test(leadFilePath) ? 'readme' : 'properties';
}

/** Tabs of images. */
export const OF_IMAGES: readonly VersionTab[] = ['layers', 'configuration', 'referrers'];
