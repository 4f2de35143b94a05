import { type Message, message } from '@lading/contract';

/** Data of the screens about repositories of a package type, in addition to the platform's data. */
export interface RepositoryFormat {
  /** Base path of the client's repository URL; below `/artifactory` by default. */
  address?(origin: string, key: string): string;
  /** Example upstream URL on a host that does not exist. */
  readonly upstream: string;
  /** Explains the expected target of the URL if it is not obvious. */
  readonly upstreamHelp?: Message;
  /** A pattern for the names of its packages. */
  readonly pattern: string;
  /** Whether a local repository has a setting to allow overwriting published versions. */
  readonly overwrites: boolean;
  /**
   * Whether versions are tags, which are mutable unless a local repository forbids it; upstreams
   * may use tokens of another service.
   */
  readonly tags?: true;
  /** Whether a remote one can ask the registry that the host's own client uses. */
  readonly hostUpstream?: true;
  /** Whether versions are releases or snapshots. */
  readonly snapshots?: true;
  /** A remote one cannot serve files without caching them. */
  readonly cachesAlways?: true;
}

const api = (place: string, end: string) => (origin: string, key: string) =>
  `${origin}/artifactory/api/${place}/${key}${end}`;

/** By type, as the platform names it. */
const FORMATS: Readonly<Record<string, RepositoryFormat>> = {
  npm: {
    address: api('npm', '/'),
    upstream: 'https://registry.example.org',
    pattern: '@acme/*',
    overwrites: false,
    hostUpstream: true,
    cachesAlways: true,
  },
  docker: {
    // The first part of an image's name: no scheme.
    address: (origin, key) => `${origin.replace(/^https?:\/\//, '')}/${key}`,
    upstream: 'https://registry.example.org',
    upstreamHelp: message(
      'admin.repositories.upstreamDocker',
      'The URL of the registry. For a repository of another Lading instance, add “/v2/” and its key.',
    ),
    pattern: 'acme/*',
    overwrites: false,
    tags: true,
    cachesAlways: true,
  },
  maven: {
    upstream: 'https://maven.example.org/releases',
    upstreamHelp: message('admin.repositories.upstreamMaven', 'The root URL of the Maven layout.'),
    pattern: 'org.acme:*',
    overwrites: true,
    snapshots: true,
  },
  pypi: {
    address: api('pypi', '/simple'),
    upstream: 'https://pypi.example.org/simple',
    upstreamHelp: message('admin.repositories.upstreamPypi', 'The URL of the simple index, or its parent.'),
    pattern: 'acme-*',
    overwrites: false,
  },
  cargo: {
    address: (origin, key) => `sparse+${api('cargo', '/index/')(origin, key)}`,
    upstream: 'https://crates.example.org/index',
    upstreamHelp: message(
      'admin.repositories.upstreamCargo',
      'The URL that contains “config.json” of the sparse index.',
    ),
    pattern: 'acme-*',
    overwrites: false,
  },
  go: {
    address: api('go', ''),
    upstream: 'https://proxy.example.org',
    upstreamHelp: message('admin.repositories.upstreamGo', 'The URL of a module proxy, as in GOPROXY.'),
    pattern: 'example.org/acme/*',
    overwrites: false,
  },
  helm: {
    address: api('helm', ''),
    upstream: 'https://charts.example.org/stable',
    upstreamHelp: message('admin.repositories.upstreamHelm', 'The URL that contains “index.yaml”.'),
    pattern: 'acme-*',
    overwrites: true,
  },
  nuget: {
    address: api('nuget/v3', '/index.json'),
    upstream: 'https://nuget.example.org/v3/index.json',
    upstreamHelp: message('admin.repositories.upstreamNuget', 'The URL of a v3 service index.'),
    pattern: 'Acme.*',
    overwrites: true,
  },
  generic: { upstream: 'https://files.example.org', pattern: 'acme*', overwrites: false },
};

/** Of a type that nothing is known of, the least is taken for granted. */
const OTHER: RepositoryFormat = {
  upstream: 'https://packages.example.org',
  pattern: 'acme*',
  overwrites: true,
};

export function repositoryFormat(packageType: string): RepositoryFormat {
  return FORMATS[packageType] ?? OTHER;
}
