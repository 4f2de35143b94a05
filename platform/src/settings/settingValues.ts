import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LICENSE_RANK, type LicenseType } from '@lading/contract/rest';
import { passwordFault } from './passwordPolicy.ts';
import { readS3Place } from './s3Place.ts';

/** An invalid value of a variable. The message follows its name: `must be …`. */
export class ValueFault extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export function host(value: string): string {
  if (/^[\w.:%-]+$/.test(value)) return value;
  throw new ValueFault(
    `must be an IP address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0, not "${value}"`,
  );
}

export function port(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= 65_535) return number;
  throw new ValueFault(`must be a port from 0 (any free one) to 65535, not "${value}"`);
}

export function gibibytes(value: string): number {
  const number = Number(value);
  if (/^\d{1,7}(\.\d{1,3})?$/.test(value) && number > 0) return number;
  throw new ValueFault(`must be a number of GiB above 0, such as 500 or 0.5, not "${value}"`);
}

/** Reads GiB, returns bytes. */
export function freeSpace(value: string): number {
  const number = Number(value);
  if (/^\d{1,7}(\.\d{1,3})?$/.test(value)) return Math.round(number * 1024 ** 3);
  throw new ValueFault(`must be a number of GiB, such as 2 or 0.5, or 0 for no limit, not "${value}"`);
}

/** Reads a number up to 9999. */
export function wholeNumber(value: string): number {
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new ValueFault(`must be a whole number from 0 (off) to 9999, not "${value}"`);
}

export function mebibytes(value: string): number {
  const number = Number(value);
  if (/^\d{1,4}$/.test(value) && number > 0) return number;
  throw new ValueFault(`must be a whole number of MiB from 1 to 9999, not "${value}"`);
}

export function yesOrNo(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ValueFault(`must be true or false, not "${value}"`);
}

export function logLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (level) return level;
  throw new ValueFault(`must be one of ${logLevels.join(', ')}, not "${value}"`);
}

/** The value contains a password and is never logged. */
export function databaseUrl(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed && ['postgres:', 'postgresql:'].includes(parsed.protocol) && parsed.pathname.length > 1)
    return value;
  throw new ValueFault(
    'must be the URL of a PostgreSQL database: postgresql://user:password@host:5432/database',
  );
}

export function blobUrl(value: string): string {
  const expected =
    'must be the URL of a directory, such as file:///var/lib/lading/blobs, or s3://bucket/prefix';
  // The URL of an object store may contain a password by mistake, so it is never quoted.
  if (!URL.canParse(value)) throw new ValueFault(expected);
  const { protocol, host: machine, href } = new URL(value);
  if (protocol === 's3:') return s3Url(value);
  if (protocol !== 'file:') throw new ValueFault(`${expected}: ${protocol} is not supported`);
  if (machine !== '' || !isAbsolute(fileURLToPath(href))) throw new ValueFault(`${expected}, not "${value}"`);
  return href;
}

function s3Url(value: string): string {
  try {
    readS3Place(value);
    return value;
  } catch (error) {
    throw new ValueFault((error as Error).message);
  }
}

export function adminPassword(value: string): string {
  const fault = passwordFault(value, 'admin');
  if (fault) throw new ValueFault(fault);
  return value;
}

/** Reads an origin such as `https://packages.example.org`, with an optional port. */
export function origin(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && [parsed.origin, `${parsed.origin}/`].includes(value)) {
    return parsed.origin;
  }
  throw new ValueFault(
    `must be an origin such as https://packages.example.org, without a path, not "${value}"`,
  );
}

/** Reads a URL with an optional path. The value might contain a password and is never logged. */
export function webAddress(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password) return parsed.href;
  throw new ValueFault('must be an HTTP or HTTPS URL without user name and password');
}

/** Reads networks such as `127.0.0.0/8, fd00::/8`. */
export function networks(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !isNetwork(part));
  if (wrong === undefined) return parts;
  throw new ValueFault(
    `must be comma-separated IP addresses or networks such as 10.0.0.1 or 10.0.0.0/8, not "${wrong}"`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || more.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}

/** Reads the PEM file at the path. */
export function certificate(path: string): string {
  const text = readText(path);
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new ValueFault(`must be a file with a PEM certificate, and ${path} contains none`);
  }
}

/** Reads the PEM file at the path. */
export function privateKey(path: string): string {
  const text = readText(path);
  try {
    createPrivateKey(text);
    return text;
  } catch {
    throw new ValueFault(
      `must be a file with a PEM private key without a passphrase, and ${path} contains none`,
    );
  }
}

/** Returns the absolute path of a readable directory. */
export function folder(path: string): string {
  try {
    readdirSync(path);
    return resolve(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ValueFault(`must be a readable directory, and ${path} is not (${code})`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ValueFault(`points to ${path}, which cannot be read (${code})`);
  }
}

/** Reads `chunk=2000,mount=1500`, in milliseconds. */
export function testClocks(value: string): { chunkTimeout: number; mountTimeout: number } {
  const [, chunk, mount] = /^chunk=(\d{1,9}),mount=(\d{1,9})$/.exec(value) ?? [];
  if (chunk && mount) return { chunkTimeout: Number(chunk), mountTimeout: Number(mount) };
  throw new ValueFault(`must be chunk=MILLISECONDS,mount=MILLISECONDS, for tests only, not "${value}"`);
}

/** Reads a license type, or `N/A` for none. */
export function license(value: string): LicenseType | 'N/A' {
  if (value === 'N/A') return value;
  const types = Object.keys(LICENSE_RANK) as LicenseType[];
  const type = types.find((known) => known === value);
  if (type) return type;
  throw new ValueFault(`must be one of ${types.join(', ')} or N/A, not "${value}"`);
}

/** Reads `COMMON.TESTED, COMMON.HELP_LINKS=false`. */
export function features(value: string): Record<string, boolean> {
  const read = value.split(',').map((part) => {
    const [, name, on] = /^\s*([A-Z][\w.-]{0,99})(?:=(true|false))?\s*$/i.exec(part) ?? [];
    if (name !== undefined) return [name, on !== 'false'] as const;
    throw new ValueFault(
      `must be comma-separated feature names, each optionally with =true or =false, not "${part.trim()}"`,
    );
  });
  return Object.fromEntries(read);
}

/** Reads 32 bytes in Base64. The value is never logged. */
export function secretsKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (key.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return key;
  throw new ValueFault('must be 32 random bytes in Base64, such as the output of `openssl rand -base64 32`');
}
