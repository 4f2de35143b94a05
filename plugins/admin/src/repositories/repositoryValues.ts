import type { RepositoryConfiguration } from '@lading/contract/rest';
import type { RepositoryClass } from '../paths.ts';

/** What the form holds: of every class, so that one form serves all three. */
export interface RepositoryValues {
  readonly key: string;
  readonly packageType: string;
  readonly description: string;
  readonly projectKey: string;
  readonly environments: readonly string[];
  readonly adminDeployOnly: boolean;
  /** Remote: an address, or the registry that the host's own npm is configured with. */
  readonly from: 'url' | 'host';
  readonly url: string;
  readonly offline: boolean;
  readonly allowPrivateUpstream: boolean;
  readonly retrievalCachePeriodSecs: string;
  readonly missedRetrievalCachePeriodSecs: string;
  readonly socketTimeoutMillis: string;
  /** Virtual: in the order in which they are asked. */
  readonly repositories: readonly string[];
  readonly defaultDeploymentRepo: string;
  readonly allowUpstreamFor: readonly string[];
  readonly denyUpstreamFor: readonly string[];
}

/** What the platform takes where nothing is said. */
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
    from: configuration.hostUpstream ? 'host' : 'url',
    url: configuration.url ?? '',
    offline: configuration.offline ?? false,
    allowPrivateUpstream: configuration.allowPrivateUpstream ?? false,
    retrievalCachePeriodSecs: number('retrievalCachePeriodSecs'),
    missedRetrievalCachePeriodSecs: number('missedRetrievalCachePeriodSecs'),
    socketTimeoutMillis: number('socketTimeoutMillis'),
    repositories: configuration.repositories ?? [],
    defaultDeploymentRepo: configuration.defaultDeploymentRepo ?? '',
    allowUpstreamFor: configuration.allowUpstreamFor ?? [],
    denyUpstreamFor: configuration.denyUpstreamFor ?? [],
  };
}

/** What is sent: what the class knows, and nothing else, for the platform refuses the rest. */
export function configurationOf(rclass: RepositoryClass, values: RepositoryValues): RepositoryConfiguration {
  const { key, packageType, description, projectKey, environments } = values;
  return {
    key: key.trim(),
    rclass,
    packageType,
    description: description.trim(),
    projectKey,
    environments: [...environments],
    ...ofClass[rclass](values),
  };
}

const ofClass: Readonly<
  Record<RepositoryClass, (values: RepositoryValues) => Partial<RepositoryConfiguration>>
> = {
  local: ({ adminDeployOnly }) => ({ adminDeployOnly }),
  remote: (values) => ({
    ...(values.from === 'host' ? { hostUpstream: true } : { url: values.url.trim() }),
    offline: values.offline,
    allowPrivateUpstream: values.allowPrivateUpstream,
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
