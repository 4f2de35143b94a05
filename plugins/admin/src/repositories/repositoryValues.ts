import type { RepositoryConfiguration } from '@lading/contract/rest';
import { bytesOf, typedSize } from '@lading/ui/edit';
import type { RepositoryClass } from '../paths.ts';
import { type ContentValues, contentConfigurationOf, contentValuesOf } from './contentValues.ts';
import { repositoryFormat } from './repositoryFormats.ts';

/** In place of the key of a proxy: keys start with a letter. */
export const DIRECT = '-';

type SignIn = 'none' | 'password' | 'token';

/** The values of the form, with the fields of every class, so that one form serves all three. */
export interface RepositoryValues extends ContentValues {
  readonly key: string;
  readonly packageType: string;
  readonly description: string;
  readonly projectKey: string;
  readonly environments: readonly string[];
  readonly adminDeployOnly: boolean;
  /** In bytes, as it is typed; empty: no limit. */
  readonly storageQuotaBytes: string;
  readonly allowOverwrite: boolean;
  readonly immutableTags: boolean;
  /** Remote: an address, or the registry that the host's own npm is configured with. */
  readonly from: 'url' | 'host';
  readonly url: string;
  /**
   * Authentication at the upstream. Stored secrets are never read, so these fields are empty until
   * the user types.
   */
  readonly signIn: SignIn;
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly tokenService: string;
  readonly offline: boolean;
  readonly allowPrivateUpstream: boolean;
  /** Key of a proxy, '' for the default, or `DIRECT`. */
  readonly proxy: string;
  readonly retrievalCachePeriodSecs: string;
  readonly missedRetrievalCachePeriodSecs: string;
  readonly socketTimeoutMillis: string;
  /** Virtual: in the order in which they are asked. */
  readonly repositories: readonly string[];
  readonly defaultDeploymentRepo: string;
  readonly allowUpstreamFor: readonly string[];
  readonly denyUpstreamFor: readonly string[];
}

/** Defaults of the platform. */
const DEFAULTS = {
  retrievalCachePeriodSecs: 900,
  missedRetrievalCachePeriodSecs: 60,
  socketTimeoutMillis: 15_000,
} as const;

export function newRepository(packageType: string, projectKey = ''): RepositoryValues {
  return valuesOf({ key: '', rclass: 'local', packageType, projectKey });
}

/** A configuration as the form holds it. */
export function valuesOf(configuration: RepositoryConfiguration): RepositoryValues {
  const { key, packageType } = configuration;
  const number = (name: keyof typeof DEFAULTS) => String(configuration[name] ?? DEFAULTS[name]);
  return {
    key,
    packageType,
    description: configuration.description ?? '',
    projectKey: configuration.projectKey ?? '',
    environments: configuration.environments ?? [],
    adminDeployOnly: configuration.adminDeployOnly ?? false,
    storageQuotaBytes: configuration.storageQuotaBytes ? typedSize(configuration.storageQuotaBytes) : '',
    allowOverwrite: configuration.allowOverwrite ?? false,
    immutableTags: configuration.immutableTags ?? false,
    from: configuration.hostUpstream ? 'host' : 'url',
    url: configuration.url ?? '',
    signIn: configuration.hasToken ? 'token' : configuration.hasPassword ? 'password' : 'none',
    username: configuration.username ?? '',
    password: '',
    token: '',
    tokenService: configuration.tokenService ?? '',
    offline: configuration.offline ?? false,
    allowPrivateUpstream: configuration.allowPrivateUpstream ?? false,
    proxy: configuration.disableProxy ? DIRECT : (configuration.proxy ?? ''),
    retrievalCachePeriodSecs: number('retrievalCachePeriodSecs'),
    missedRetrievalCachePeriodSecs: number('missedRetrievalCachePeriodSecs'),
    socketTimeoutMillis: number('socketTimeoutMillis'),
    repositories: configuration.repositories ?? [],
    defaultDeploymentRepo: configuration.defaultDeploymentRepo ?? '',
    allowUpstreamFor: configuration.allowUpstreamFor ?? [],
    denyUpstreamFor: configuration.denyUpstreamFor ?? [],
    ...contentValuesOf(configuration),
  };
}

/**
 * Returns the request body: only fields of the class, because the platform rejects others. `saved`:
 * the values before the changes.
 */
export function configurationOf(
  rclass: RepositoryClass,
  values: RepositoryValues,
  saved: RepositoryValues,
): RepositoryConfiguration {
  const { key, packageType, description, projectKey, environments } = values;
  return {
    key: key.trim(),
    rclass,
    packageType,
    description: description.trim(),
    projectKey,
    environments: [...environments],
    ...contentConfigurationOf(values, saved),
    ...ofClass[rclass](values),
  };
}

/** A secret that is left blank stays unchanged; without authentication, it is deleted. */
function shownThere(values: RepositoryValues): Partial<RepositoryConfiguration> {
  const { signIn, username, password, token, tokenService, packageType } = values;
  return {
    ...(signIn === 'none' ? { username: '', password: '', token: '' } : {}),
    ...(signIn === 'password' ? { username: username.trim(), ...(password ? { password } : {}) } : {}),
    ...(signIn === 'token' && token ? { token: token.trim() } : {}),
    ...(repositoryFormat(packageType).tags ? { tokenService: tokenService.trim() } : {}),
  };
}

/** Only what was selected: project administrators can select no proxy. */
function proxyOf({ proxy }: RepositoryValues): Partial<RepositoryConfiguration> {
  return proxy === DIRECT ? { proxy: '', disableProxy: true } : { proxy, disableProxy: false };
}

const ofClass: Readonly<
  Record<RepositoryClass, (values: RepositoryValues) => Partial<RepositoryConfiguration>>
> = {
  local: ({ packageType, adminDeployOnly, allowOverwrite, immutableTags, storageQuotaBytes: quota }) => ({
    adminDeployOnly,
    storageQuotaBytes: bytesOf(quota) ?? 0,
    allowOverwrite,
    ...(repositoryFormat(packageType).tags ? { immutableTags } : {}),
  }),
  remote: (values) => ({
    ...(values.from === 'host' ? { hostUpstream: true } : { url: values.url.trim(), ...shownThere(values) }),
    offline: values.offline,
    allowPrivateUpstream: values.allowPrivateUpstream,
    ...proxyOf(values),
    retrievalCachePeriodSecs: Number(values.retrievalCachePeriodSecs),
    missedRetrievalCachePeriodSecs: Number(values.missedRetrievalCachePeriodSecs),
    socketTimeoutMillis: Number(values.socketTimeoutMillis),
  }),
  virtual: (values) => ({
    repositories: [...values.repositories],
    defaultDeploymentRepo: values.defaultDeploymentRepo,
    allowUpstreamFor: [...values.allowUpstreamFor],
    denyUpstreamFor: [...values.denyUpstreamFor],
  }),
};
