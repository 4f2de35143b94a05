import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LicenseType } from '@lading/contract/rest';
import { type EnvironmentProxies, readEnvironmentProxies } from './environmentProxies.ts';
import * as values from './settingValues.ts';

/** What the environment says, read once at start; `docs/reference/settings.md` describes each. */
export interface Settings {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The data folder, absolute. */
  home: string;
  /** Absent: the embedded database in `home`. */
  databaseUrl?: string;
  /** Where bytes are kept: a `file:` address. */
  blobUrl: string;
  /** Of the first administrator, taken when it is made. */
  adminPassword?: string;
  /** PEM texts; when there, the server speaks HTTPS with HTTP/2. */
  tls?: { cert: string; key: string };
  /** The origin that users type, where a proxy stands before the server. */
  publicUrl?: string;
  /** Addresses and networks of the proxies whose `X-Forwarded-…` headers are believed. */
  trustedProxies: string[];
  /** Networks whose clients read metrics without credentials. */
  metricsNetworks: string[];
  anonymousAccess: boolean;
  /** What archives hold is read in the background, so that it can be searched. */
  archiveIndexing: boolean;
  /** The registry behind `npm-remote`; absent: the one that the host's npm is configured with. */
  npmUpstream?: string;
  /** Networks besides the public ones that every outgoing request may reach, in CIDR form. */
  allowedNetworks?: string[];
  /** `HTTPS_PROXY` and similar, for requests without a configured proxy. */
  environmentProxies?: EnvironmentProxies;
  /** The one other origin that a page may take code from, for hot reload. */
  devOrigin?: string;
  /** For browser tests alone: how long a page waits for a script and for a mount, in milliseconds. */
  testClocks?: { chunkTimeout: number; mountTimeout: number };
  /** Absent: the highest. One that an administrator installs stands over it. */
  licence?: LicenseType | 'N/A';
  /** Features that are on or off whatever the platform says by itself. */
  features: Readonly<Record<string, boolean>>;
  /** What secrets in the database are sealed with; absent: a key of the data folder's own. */
  secretsKey?: Buffer;
  /** The console runs in the cloud. */
  cloud: boolean;
  /** Where the subscription is managed. */
  subscriptionUrl?: string;
  /** GiB that may be given out in a month; absent: without end. */
  transferQuota?: number;
  /** What nothing leads to is taken away by itself; otherwise it is only told in the log. */
  collection: boolean;
  /** Days in which all stored files are verified once; 0: none is, unless asked for. */
  verifyDays: number;
  /** Hours after which a read verifies a file again; 0: reads verify nothing. */
  verifyReadsHours: number;
  /** Bytes on the disks of the data folder and the blobs below which writes are rejected; 0: none. */
  minFreeSpace: number;
  /** What is held here is matched with advisories. */
  scanning: boolean;
  /** Release bundles can be created and promoted. */
  distribution: boolean;
  /** A folder of advisories in OSV form, absolute. */
  advisories?: string;
  logLevel: values.LogLevel;
  /** Of standard output, where it differs: a person at a terminal wants to see the address. */
  outputLevel?: values.LogLevel;
  /** In the data directory; null: none are written. */
  logFiles: LogFileSettings | null;
}

export interface LogFileSettings {
  /** Of one file, in bytes. */
  maxBytes: number;
  /** Rotated files of each log. */
  count: number;
  /** After which rotated files are deleted; 0: never. */
  days: number;
}

/** Every fault of the environment at once, each naming its variable and what would be right. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Every variable that the platform knows, and how its value is read. */
const variables = {
  LADING_HOST: values.host,
  LADING_PORT: values.port,
  LADING_HOME: (value: string) => resolve(value),
  LADING_DATABASE_URL: values.databaseUrl,
  LADING_BLOB_URL: values.blobUrl,
  LADING_ADMIN_PASSWORD: values.adminPassword,
  LADING_TLS_CERT: values.certificate,
  LADING_TLS_KEY: values.privateKey,
  LADING_PUBLIC_URL: values.origin,
  LADING_TRUSTED_PROXIES: values.networks,
  LADING_METRICS_NETWORKS: values.networks,
  LADING_ANONYMOUS_ACCESS: values.yesOrNo,
  LADING_ARCHIVE_INDEXING: values.yesOrNo,
  LADING_NPM_UPSTREAM: values.webAddress,
  LADING_ALLOWED_NETWORKS: values.networks,
  LADING_DEV_ORIGIN: values.origin,
  LADING_TEST_CLOCKS: values.testClocks,
  LADING_LICENSE: values.licence,
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
  LADING_LOG_LEVEL: values.logLevel,
  LADING_LOG_FILES: values.wholeNumber,
  LADING_LOG_FILE_SIZE: values.mebibytes,
  LADING_LOG_DAYS: values.wholeNumber,
};

type Read = { [Name in keyof typeof variables]?: ReturnType<(typeof variables)[Name]> };

/** Throws `SettingsError`. An empty variable counts as absent, but for the password, where it is refused. */
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
  if (faults.length > 0) throw new SettingsError(faults);

  const home = read.LADING_HOME ?? resolve('.lading');
  return {
    host: read.LADING_HOST ?? '127.0.0.1',
    port: read.LADING_PORT ?? 8082,
    home,
    blobUrl: read.LADING_BLOB_URL ?? pathToFileURL(resolve(home, 'blobs')).href,
    trustedProxies: read.LADING_TRUSTED_PROXIES ?? [],
    metricsNetworks: read.LADING_METRICS_NETWORKS ?? [],
    anonymousAccess: read.LADING_ANONYMOUS_ACCESS ?? false,
    archiveIndexing: read.LADING_ARCHIVE_INDEXING ?? true,
    features: read.LADING_FEATURES ?? {},
    cloud: read.LADING_CLOUD ?? false,
    collection: read.LADING_COLLECTION ?? true,
    verifyDays: read.LADING_VERIFY_DAYS ?? 14,
    verifyReadsHours: read.LADING_VERIFY_READS ?? 24,
    minFreeSpace: read.LADING_MIN_FREE_SPACE ?? 512 * 1024 ** 2,
    scanning: read.LADING_SCANNING ?? true,
    distribution: read.LADING_DISTRIBUTION ?? true,
    logLevel: read.LADING_LOG_LEVEL ?? 'info',
    logFiles: logFilesOf(read),
    ...(read.LADING_LICENSE === undefined ? {} : { licence: read.LADING_LICENSE }),
    ...(read.LADING_ADVISORIES === undefined ? {} : { advisories: read.LADING_ADVISORIES }),
    ...(read.LADING_SECRETS_KEY === undefined ? {} : { secretsKey: read.LADING_SECRETS_KEY }),
    ...(read.LADING_SUBSCRIPTION_URL === undefined ? {} : { subscriptionUrl: read.LADING_SUBSCRIPTION_URL }),
    ...(read.LADING_TRANSFER_QUOTA === undefined ? {} : { transferQuota: read.LADING_TRANSFER_QUOTA }),
    ...(read.LADING_DATABASE_URL === undefined ? {} : { databaseUrl: read.LADING_DATABASE_URL }),
    ...(read.LADING_ADMIN_PASSWORD === undefined ? {} : { adminPassword: read.LADING_ADMIN_PASSWORD }),
    ...(cert && key ? { tls: { cert, key } } : {}),
    ...(read.LADING_PUBLIC_URL === undefined ? {} : { publicUrl: read.LADING_PUBLIC_URL }),
    ...(read.LADING_NPM_UPSTREAM === undefined ? {} : { npmUpstream: read.LADING_NPM_UPSTREAM }),
    ...(read.LADING_ALLOWED_NETWORKS === undefined ? {} : { allowedNetworks: read.LADING_ALLOWED_NETWORKS }),
    ...(environmentProxies ? { environmentProxies } : {}),
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

/** A line for every `LADING_…` variable that nothing reads: most likely a slip of the pen. */
export function unknownVariables(env: Env): string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => name.startsWith('LADING_') && !known.includes(name))
    .sort()
    .map((name) => `Unknown setting ${name} has no effect. The settings are ${known.join(', ')}.`);
}
