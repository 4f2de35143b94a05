import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LicenseType } from '@lading/contract/rest';
import { type EnvironmentProxies, readEnvironmentProxies } from './environmentProxies.ts';
import * as values from './settingValues.ts';
import { readTracing, type TracingSettings } from './tracing.ts';

/**
 * Settings of the environment, read once at startup. `docs/reference/settings.md` describes each.
 */
export interface Settings {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** Data directory, as an absolute path. */
  home: string;
  /** If absent, the embedded database in `home` is used. */
  databaseUrl?: string;
  /** Directory of file content as a `file:` URL, or an object store as an `s3:` URL. */
  blobUrl: string;
  /** Where file content was stored before, to move it to `blobUrl` while the server runs. */
  formerBlobUrl?: string;
  /** Whether clients of container images download layers directly from an object store. */
  blobRedirects: boolean;
  /** Password of the first administrator, used when the account is created. */
  adminPassword?: string;
  /** PEM text. If present, the server uses HTTPS with HTTP/2. */
  tls?: { cert: string; key: string };
  /** Origin that users type, for a server behind a proxy. */
  publicUrl?: string;
  /** Origin at which other nodes reach this one. If absent, `host` and `port` apply. */
  nodeUrl?: string;
  /** Addresses and networks of proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: string[];
  /** Networks whose clients can read metrics without credentials. */
  metricsNetworks: string[];
  anonymousAccess: boolean;
  /** Whether the contents of archives are indexed in the background, for the search. */
  archiveIndexing: boolean;
  /** Registry of `npm-remote`. If absent, the one in the host's npm configuration. */
  npmUpstream?: string;
  /** Networks that outgoing requests may reach in addition to public ones, in CIDR form. */
  allowedNetworks?: string[];
  /** Whether users can have their notifications sent to a URL. */
  userWebhooks: boolean;
  /** `HTTPS_PROXY` and similar, for requests without a configured proxy. */
  environmentProxies?: EnvironmentProxies;
  /** If absent, no traces are recorded, and no code for them is loaded. */
  tracing?: TracingSettings;
  /** The only other origin that pages may load code from, for hot reload. */
  devOrigin?: string;
  /** For browser tests only: timeouts of a script and of a mount, in milliseconds. */
  testClocks?: { chunkTimeout: number; mountTimeout: number };
  /** If absent, the highest. A license installed by an administrator takes precedence. */
  license?: LicenseType | 'N/A';
  /** Overrides of the platform's defaults. */
  features: Readonly<Record<string, boolean>>;
  /** Encryption key of secrets in the database. If absent, a key in the data directory is used. */
  secretsKey?: Buffer;
  /** Whether the console runs in the cloud. */
  cloud: boolean;
  /** URL for managing the subscription. */
  subscriptionUrl?: string;
  /** Monthly download quota in GiB. Unlimited if absent. */
  transferQuota?: number;
  /** Whether unreferenced content is deleted automatically. Otherwise, it is only logged. */
  collection: boolean;
  /** Days in which all stored files are verified once. 0 turns scheduled verification off. */
  verifyDays: number;
  /** Hours after which a read verifies a file again. 0 turns verification on read off. */
  verifyReadsHours: number;
  /**
   * Free space of the data and blob directories below which writes are rejected, in bytes. 0 means
   * no limit.
   */
  minFreeSpace: number;
  /** Whether stored packages are matched against advisories. */
  scanning: boolean;
  /** Whether release bundles can be created and promoted. */
  distribution: boolean;
  /** Trusted root of Sigstore that verifies builds of plugins, as an absolute path. */
  sigstoreRoot: string;
  /** Directory of advisories in OSV format, as an absolute path. */
  advisories?: string;
  logLevel: values.LogLevel;
  /** Log level of standard output, if different. On a terminal, the URL should stay visible. */
  outputLevel?: values.LogLevel;
  /** Log files in the data directory, or null for none. */
  logFiles: LogFileSettings | null;
}

export interface LogFileSettings {
  /** Maximum size of one file, in bytes. */
  maxBytes: number;
  /** Rotated files of each log. */
  count: number;
  /** Days after which rotated files are deleted. 0 means never. */
  days: number;
}

/** All errors in the environment, each with its variable and the expected value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** All variables, and how their values are parsed. */
const variables = {
  LADING_HOST: values.host,
  LADING_PORT: values.port,
  LADING_HOME: (value: string) => resolve(value),
  LADING_DATABASE_URL: values.databaseUrl,
  LADING_BLOB_URL: values.blobUrl,
  LADING_BLOB_FORMER_URL: values.blobUrl,
  LADING_BLOB_REDIRECTS: values.yesOrNo,
  LADING_ADMIN_PASSWORD: values.adminPassword,
  LADING_TLS_CERT: values.certificate,
  LADING_TLS_KEY: values.privateKey,
  LADING_PUBLIC_URL: values.origin,
  LADING_NODE_URL: values.origin,
  LADING_TRUSTED_PROXIES: values.networks,
  LADING_METRICS_NETWORKS: values.networks,
  LADING_ANONYMOUS_ACCESS: values.yesOrNo,
  LADING_ARCHIVE_INDEXING: values.yesOrNo,
  LADING_NPM_UPSTREAM: values.webAddress,
  LADING_ALLOWED_NETWORKS: values.networks,
  LADING_USER_WEBHOOKS: values.yesOrNo,
  LADING_DEV_ORIGIN: values.origin,
  LADING_TEST_CLOCKS: values.testClocks,
  LADING_LICENSE: values.license,
  LADING_FEATURES: values.features,
  LADING_CLOUD: values.yesOrNo,
  LADING_SECRETS_KEY: values.secretsKey,
  LADING_SUBSCRIPTION_URL: values.webAddress,
  LADING_TRANSFER_QUOTA: values.gibibytes,
  LADING_COLLECTION: values.yesOrNo,
  LADING_MIN_FREE_SPACE: values.freeSpace,
  LADING_SCANNING: values.yesOrNo,
  LADING_DISTRIBUTION: values.yesOrNo,
  LADING_VERIFY_DAYS: values.wholeNumber,
  LADING_VERIFY_READS: values.wholeNumber,
  LADING_ADVISORIES: values.folder,
  LADING_SIGSTORE_ROOT: (value: string) => resolve(value),
  LADING_LOG_LEVEL: values.logLevel,
  LADING_LOG_FILES: values.wholeNumber,
  LADING_LOG_FILE_SIZE: values.mebibytes,
  LADING_LOG_DAYS: values.wholeNumber,
};

type Read = { [Name in keyof typeof variables]?: ReturnType<(typeof variables)[Name]> };

/**
 * Throws `SettingsError`. An empty variable counts as absent, except for the password, where it is
 * rejected.
 */
export function readSettings(env: Env): Settings {
  const { read, faults } = readVariables(env);
  const cert = read.LADING_TLS_CERT;
  const key = read.LADING_TLS_KEY;
  if (!env.LADING_TLS_CERT !== !env.LADING_TLS_KEY) {
    faults.push('LADING_TLS_CERT and LADING_TLS_KEY belong together. Set both, or neither for plain HTTP.');
  }
  if (cert && key && !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    faults.push('LADING_TLS_KEY is not the key of the certificate in LADING_TLS_CERT');
  }
  const environmentProxies = readEnvironmentProxies(env, faults);
  const tracing = readTracing(env, faults);
  if (faults.length > 0) throw new SettingsError(faults);

  const home = read.LADING_HOME ?? resolve('.lading');
  return {
    host: read.LADING_HOST ?? '127.0.0.1',
    port: read.LADING_PORT ?? 8082,
    home,
    blobUrl: read.LADING_BLOB_URL ?? pathToFileURL(resolve(home, 'blobs')).href,
    blobRedirects: read.LADING_BLOB_REDIRECTS ?? false,
    trustedProxies: read.LADING_TRUSTED_PROXIES ?? [],
    metricsNetworks: read.LADING_METRICS_NETWORKS ?? [],
    anonymousAccess: read.LADING_ANONYMOUS_ACCESS ?? false,
    archiveIndexing: read.LADING_ARCHIVE_INDEXING ?? true,
    userWebhooks: read.LADING_USER_WEBHOOKS ?? true,
    features: read.LADING_FEATURES ?? {},
    cloud: read.LADING_CLOUD ?? false,
    collection: read.LADING_COLLECTION ?? true,
    verifyDays: read.LADING_VERIFY_DAYS ?? 14,
    verifyReadsHours: read.LADING_VERIFY_READS ?? 24,
    minFreeSpace: read.LADING_MIN_FREE_SPACE ?? 512 * 1024 ** 2,
    scanning: read.LADING_SCANNING ?? true,
    sigstoreRoot: read.LADING_SIGSTORE_ROOT ?? resolve(home, 'sigstore-root.json'),
    distribution: read.LADING_DISTRIBUTION ?? true,
    logLevel: read.LADING_LOG_LEVEL ?? 'info',
    logFiles: logFilesOf(read),
    ...(read.LADING_LICENSE === undefined ? {} : { license: read.LADING_LICENSE }),
    ...(read.LADING_ADVISORIES === undefined ? {} : { advisories: read.LADING_ADVISORIES }),
    ...(read.LADING_SECRETS_KEY === undefined ? {} : { secretsKey: read.LADING_SECRETS_KEY }),
    ...(read.LADING_SUBSCRIPTION_URL === undefined ? {} : { subscriptionUrl: read.LADING_SUBSCRIPTION_URL }),
    ...(read.LADING_TRANSFER_QUOTA === undefined ? {} : { transferQuota: read.LADING_TRANSFER_QUOTA }),
    ...(read.LADING_DATABASE_URL === undefined ? {} : { databaseUrl: read.LADING_DATABASE_URL }),
    ...(read.LADING_BLOB_FORMER_URL === undefined ? {} : { formerBlobUrl: read.LADING_BLOB_FORMER_URL }),
    ...(read.LADING_ADMIN_PASSWORD === undefined ? {} : { adminPassword: read.LADING_ADMIN_PASSWORD }),
    ...(cert && key ? { tls: { cert, key } } : {}),
    ...(read.LADING_PUBLIC_URL === undefined ? {} : { publicUrl: read.LADING_PUBLIC_URL }),
    ...(read.LADING_NODE_URL === undefined ? {} : { nodeUrl: read.LADING_NODE_URL }),
    ...(read.LADING_NPM_UPSTREAM === undefined ? {} : { npmUpstream: read.LADING_NPM_UPSTREAM }),
    ...(read.LADING_ALLOWED_NETWORKS === undefined ? {} : { allowedNetworks: read.LADING_ALLOWED_NETWORKS }),
    ...(environmentProxies ? { environmentProxies } : {}),
    ...(tracing ? { tracing } : {}),
    ...(read.LADING_DEV_ORIGIN === undefined ? {} : { devOrigin: read.LADING_DEV_ORIGIN }),
    ...(read.LADING_TEST_CLOCKS === undefined ? {} : { testClocks: read.LADING_TEST_CLOCKS }),
  };
}

function logFilesOf(read: Read): LogFileSettings | null {
  const count = read.LADING_LOG_FILES ?? 5;
  if (count === 0) return null;
  const maxBytes = (read.LADING_LOG_FILE_SIZE ?? 10) * 1024 ** 2;
  return { maxBytes, count, days: read.LADING_LOG_DAYS ?? 30 };
}

function readVariables(env: Env): { read: Read; faults: string[] } {
  const faults: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(variables)) {
    const value = env[name];
    if (value === undefined || (value === '' && name !== 'LADING_ADMIN_PASSWORD')) continue;
    try {
      read[name] = reader(value);
    } catch (error) {
      if (!(error instanceof values.ValueFault)) throw error;
      faults.push(`${name} ${error.message}`);
    }
  }
  return { read: read as Read, faults };
}

/** Returns a warning for every unknown `LADING_…` variable, most likely a typo. */
export function unknownVariables(env: Env): string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => name.startsWith('LADING_') && !known.includes(name))
    .sort()
    .map((name) => `Unknown setting ${name} has no effect. The settings are ${known.join(', ')}.`);
}
