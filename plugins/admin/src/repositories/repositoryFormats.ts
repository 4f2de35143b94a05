import { type Message, message } from '@lading/contract';

/** What the screens tell of repositories of a package type, beyond what the platform says of it. */
export interface RepositoryFormat {
  /** Where its client finds a repository; below `/artifactory` unless it says so. */
  address?(origin: string, key: string): string;
  /** What a remote one's address looks like, by an address that nobody has. */
  readonly upstream: string;
  /** What the address has to lead to, where that is not plain. */
  readonly upstreamHelp?: Message;
  /** A pattern for the names of its packages. */
  readonly pattern: string;
  /** Whether a local one can be told to let published versions be replaced. */
  readonly overwrites: boolean;
  /** Whether its versions are tags, which move unless a local one is told otherwise; its upstreams may give tokens of another service. */
  readonly tags?: true;
  /** Whether a remote one can ask the registry that the host's own client uses. */
  readonly hostUpstream?: true;
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
  },
  maven: {
    upstream: 'https://maven.example.org/releases',
    upstreamHelp: message('admin.repositories.upstreamMaven', 'The root URL of the Maven layout.'),
    pattern: 'org.acme:*',
    overwrites: true,
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
