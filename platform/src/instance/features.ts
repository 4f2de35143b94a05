import type { FeaturesConfiguration, LicenseType, PlatformFeature } from '@lading/contract/rest';

/** Defaults, overridden by the environment and the license. */
const shipped: Readonly<Record<Exclude<PlatformFeature, 'COMMON.ANALYTICS'>, boolean>> = {
  'COMMON.TESTED': false,
  'COMMON.LIGHTWEIGHT_INSTANCE': false,
  'COMMON.EDUCATION_CENTER': false,
  'COMMON.JCR': false,
  'COMMON.HELP_LINKS': true,
  'COMMON.NAVIGATION_SWITCH': false,
  'COMMON.NEW_SET_ME_UP': true,
  'COMMON.NEW_ONBOARDING': false,
  'COMMON.QUICK_DEPLOY_LANDING': false,
  'COMMON.COLD_STORAGE': false,
  'COMMON.TOOLBAR_SEARCH': false,
  'COMMON.XRAY_GIT_REPO_SCANNING': false,
};

/** Returns a warning for each unknown name in `LADING_FEATURES`, most likely a typo. */
export function unknownFeatures(set: Readonly<Record<string, boolean>>): string[] {
  const known = Object.keys(shipped);
  return Object.keys(set)
    .filter((name) => !known.includes(name))
    .map((name) =>
      name === 'COMMON.ANALYTICS'
        ? 'LADING_FEATURES contains COMMON.ANALYTICS, which only the settings of usage analytics in the console can change.'
        : `LADING_FEATURES contains ${name}, which only a plugin could use. The features of the server are ${known.join(', ')}.`,
    );
}

/**
 * Returns features by name: those of the platform, and others that `LADING_FEATURES` lists.
 * `analytics`: an administrator has turned usage analytics on.
 */
export function featuresOf(
  set: Readonly<Record<string, boolean>>,
  license: LicenseType | 'N/A',
  analytics: boolean,
): FeaturesConfiguration {
  const all = { ...shipped, 'COMMON.JCR': license === 'JCR', ...set, 'COMMON.ANALYTICS': analytics };
  const features = Object.entries(all).map(([name, supported]) => ({ name, supported }));
  return { features: features.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Whether a feature of the platform is on. */
export function isSupported(
  feature: keyof typeof shipped,
  set: Readonly<Record<string, boolean>>,
  license: LicenseType | 'N/A',
): boolean {
  return featuresOf(set, license, false).features.some(
    ({ name, supported }) => name === feature && supported,
  );
}
