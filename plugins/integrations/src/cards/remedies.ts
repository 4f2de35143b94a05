/** The setting of the server that makes Git integrations available, by the reason why they are not. */
export const REMEDIES = {
  feature: 'LADING_FEATURES=COMMON.XRAY_GIT_REPO_SCANNING',
  service: 'LADING_SCANNING=true',
} as const;
