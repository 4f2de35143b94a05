import { resolve } from 'node:path';

/** What the environment says, read once at start. */
export interface Settings {
  host: string;
  port: number;
  /** The data folder, absolute. */
  home: string;
  /** Absent: the embedded database in `home`. */
  databaseUrl?: string;
  /** Where bytes are kept: a `file:` address. */
  blobUrl: string;
  adminPassword?: string;
  tls?: { cert: string; key: string };
  anonymousAccess: boolean;
  /** The one other origin that a page may take code from, for hot reload. */
  devOrigin?: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const home = resolve(env.LADING_HOME ?? '.lading');
  return {
    host: env.LADING_HOST ?? '127.0.0.1',
    port: Number(env.LADING_PORT ?? 8082),
    home,
    blobUrl: env.LADING_BLOB_URL ?? `file:${home}/blobs`,
    anonymousAccess: env.LADING_ANONYMOUS_ACCESS === 'true',
    logLevel: (env.LADING_LOG_LEVEL ?? 'info') as Settings['logLevel'],
    ...(env.LADING_DATABASE_URL ? { databaseUrl: env.LADING_DATABASE_URL } : {}),
    ...(env.LADING_ADMIN_PASSWORD ? { adminPassword: env.LADING_ADMIN_PASSWORD } : {}),
    ...(env.LADING_DEV_ORIGIN ? { devOrigin: env.LADING_DEV_ORIGIN } : {}),
  };
}
