/** Server setting that makes Git integrations available, by the reason they are unavailable. */
export const REMEDIES = {
  feature: 'LADING_FEATURES=COMMON.XRAY_GIT_REPO_SCANNING',
  service: 'LADING_SCANNING=true',
} as const;
