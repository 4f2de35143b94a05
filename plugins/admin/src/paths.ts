/** Paths of the screens of the administration, below `/ui`. */
export const USERS = '/admin/management/users';
export const INVITE = `${USERS}/invite`;
export const USER_IMPORT = `${USERS}/import`;
export const GROUPS = '/admin/management/groups';
export const PERMISSIONS = '/admin/management/permissions';
export const EFFECTIVE = '/admin/management/effective';
export const TOKENS = '/admin/management/tokens';
export const REPOSITORIES = '/admin/repositories';
export const ADVANCED = '/admin/artifactory/list';
export const CLEANUP = '/admin/artifactory/cleanup-policies';
export const GENERAL = '/admin/configuration/general';
export const HTTP_SETTINGS = '/admin/artifactory/http_settings';
export const PROXIES = '/admin/proxies/configuration';
export const PLUGINS = '/admin/configuration/plugins';
export const PLUGIN_POLICY = `${PLUGINS}/policy`;
export const PLUGIN_DEVELOPMENT = `${PLUGINS}/development`;
/** The tab of their backends. */
export const BACKENDS = `${PLUGINS}?tab=backends`;
export const WEBHOOKS = '/admin/configuration/webhooks';
export const LICENSES = '/admin/license_management/licenses';
export const PLUGIN_HEALTH = '/admin/monitoring/plugin-health';
export const ANALYTICS = '/admin/monitoring/analytics';
export const JOBS = '/admin/monitoring/jobs';
export const STATUS = '/admin/monitoring/service-status';
export const BACKUPS = '/admin/monitoring/backups';
export const STORAGE = '/admin/monitoring/storage';
export const SUPPORT = '/admin/support-zone';

export const REPOSITORY_CLASSES = ['local', 'remote', 'virtual'] as const;
export type RepositoryClass = (typeof REPOSITORY_CLASSES)[number];

/** Returns the path of the page of one item of a list. */
export function editPath(list: string, name: string): string {
  return `${list}/edit/${encodeURIComponent(name)}`;
}

/** The form of a plugin's backend. */
export function backendPath(plugin: string, backend: string): string {
  return `${PLUGINS}/backends/${plugin}/${backend}`;
}

/** The settings of a plugin for all users. */
export function pluginSettingsPath(plugin: string): string {
  return `${PLUGINS}/settings/${plugin}`;
}

export function repositoriesPath(type: RepositoryClass): string {
  return `${REPOSITORIES}/${type}`;
}

/** Users who have permissions on the path; an empty path is any. */
export function effectiveOfPath(repository: string, path: string): string {
  const query = new URLSearchParams({ repository, ...(path === '' ? {} : { path }) });
  return `${EFFECTIVE}?${query}`;
}

/** Repositories that the user has permissions on. */
export function effectiveOfUser(user: string): string {
  return `${EFFECTIVE}?${new URLSearchParams({ user })}`;
}
