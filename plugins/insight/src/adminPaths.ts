const status = '/ui/api/v1/system/status';

/** Calls of the widgets for administrators. */
export const adminPaths = {
  storage: '/ui/api/v1/ui/storage/summary',
  jobs: '/artifactory/api/system/jobs',
  plugins: '/ui/api/v1/lading/plugin-health?days=1',
  nodes: `${status}/ha`,
  dependencies: `${status}/dependencies`,
  imports: '/xray/api/v1/advisories/imports',
  webhooks: '/event/api/v1/subscriptions',
} as const;
