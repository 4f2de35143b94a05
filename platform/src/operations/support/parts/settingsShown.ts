import { X509Certificate } from 'node:crypto';
import type { Settings } from '../../../settings/settings.ts';
import { withoutSecrets } from '../cleanText.ts';

const plain = (value: unknown) => withoutSecrets(value);
const isSet = () => 'set';

/**
 * How each setting is shown. An unlisted setting is a compile error, so that a new secret is not
 * shown by accident.
 */
const shown: { [Name in keyof Required<Settings>]: (value: NonNullable<Settings[Name]>) => unknown } = {
  host: plain,
  port: plain,
  home: plain,
  databaseUrl: serverOf,
  blobUrl: plain,
  formerBlobUrl: plain,
  blobRedirects: plain,
  adminPassword: isSet,
  tls: ({ cert }) => certificate(cert),
  publicUrl: plain,
  nodeUrl: plain,
  trustedProxies: plain,
  metricsNetworks: plain,
  anonymousAccess: plain,
  archiveIndexing: plain,
  npmUpstream: plain,
  allowedNetworks: plain,
  userWebhooks: plain,
  environmentProxies: ({ https, http, noProxy }) => ({ https: proxyOf(https), http: proxyOf(http), noProxy }),
  tracing: ({ url, ...tracing }) => ({ ...tracing, url: new URL(url).origin }),
  devOrigin: plain,
  testClocks: plain,
  license: plain,
  features: plain,
  secretsKey: isSet,
  cloud: plain,
  subscriptionUrl: plain,
  transferQuota: plain,
  collection: plain,
  verifyDays: plain,
  verifyReadsHours: plain,
  minFreeSpace: plain,
  scanning: plain,
  distribution: plain,
  advisories: plain,
  sigstoreRoot: plain,
  logLevel: plain,
  outputLevel: plain,
  logFiles: plain,
};

/** Returns the effective settings. Secrets are shown as `set`. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const show = shown[name as keyof Settings] as ((value: unknown) => unknown) | undefined;
      return [name, show ? show(value) : '…'];
    }),
  );
}

/** Omits the user, the password, and options, which can contain a password. */
function serverOf(databaseUrl: string): object {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  return { host: hostname, port, database: pathname.slice(1), options: [...searchParams.keys()] };
}

/** Omits user name and password. */
function proxyOf(proxy: { host: string; port: number } | undefined): string | undefined {
  return proxy && `${proxy.host}:${proxy.port}`;
}

function certificate(pem: string): object {
  const { subject, subjectAltName, issuer, validFrom, validTo, fingerprint256 } = new X509Certificate(pem);
  return { subject, subjectAltName, issuer, validFrom, validTo, fingerprint256, key: 'set' };
}
