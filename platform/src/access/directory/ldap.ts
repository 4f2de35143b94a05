import { randomUUID } from 'node:crypto';
import type { LdapSettings } from '@lading/contract/rest';
import { Client, type Entry, InvalidCredentialsError, NoSuchObjectError, ResultCodeError } from 'ldapts';
import { HttpError } from '../../errors/HttpError.ts';
import type { OtherServer } from '../../outgoing/OtherServers.ts';
import { asOutgoingError, OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { UsedProvider } from '../sso/providerOutcomes.ts';

/** Timeout of the directory, in milliseconds. */
const timeoutMs = 8000;

/** A user of the directory. */
export interface DirectoryUser {
  dn: string;
  /** Permanent identifier if the directory provides one, otherwise the DN. */
  subject: string;
  email: string;
  groups?: string[];
}

/** The directory or the connection to it failed, as opposed to the user's credentials. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';

  constructor(
    message: string,
    /** Message for users who sign in, as part of a sentence. Contains nothing about the server. */
    readonly userMessage: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The filter matches several entries, which an administrator must correct. */
class Ambiguous extends Error {}

/** The directory, for the service status. An ambiguous name doesn't mean that it failed. */
export const used: UsedProvider = {
  ...{ kind: 'ldap', name: '' },
  judge(error) {
    if (!(error instanceof DirectoryError)) return undefined;
    return error.cause instanceof Ambiguous ? 'rejected' : 'failed';
  },
};

type Look = () => Promise<true | undefined>;

/**
 * Returns the user with this name and password, or undefined if there is none, or more than one.
 * Directories accept an empty password as an anonymous bind, so it is rejected here. `within` may
 * reject the user before the password is checked. Throws `DirectoryError`, and passes on an
 * `HttpError` of `within`.
 */
export async function ldapUser(
  settings: LdapSettings,
  managerPassword: string,
  name: string,
  password: string,
  within: (subject: string, look: Look) => Promise<true | undefined> = (_subject, look) => look(),
): Promise<DirectoryUser | undefined> {
  return withClient(settings, managerPassword, async (manager, connect) => {
    const entry = await findEntry(settings, manager, name);
    if (!entry || password === '') return bindUnknownUser(settings, connect);
    const subject = textOf(entry, 'entryUUID') || textOf(entry, 'objectGUID') || entry.dn.toLowerCase();
    if (!(await within(subject, () => bind(connect, entry.dn, password)))) return undefined;
    const groups = await groupsOf(settings, manager, entry.dn);
    return { dn: entry.dn, subject, email: textOf(entry, settings.emailAttribute), ...groups };
  });
}

/**
 * Sends the same requests as `ldapUser` does for an unknown name. Sends no password, because it may
 * be valid on this platform. Throws `DirectoryError`.
 */
export async function simulateLdapLookup(
  settings: LdapSettings,
  managerPassword: string,
  name: string,
): Promise<void> {
  await withClient(settings, managerPassword, async (manager, connect) => {
    await findEntry(settings, manager, name);
    await bindUnknownUser(settings, connect);
  });
}

async function bind(connect: () => Promise<Client>, dn: string, password: string): ReturnType<Look> {
  const own = await connect();
  try {
    await own.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return undefined;
    throw error;
  } finally {
    await own.unbind().catch(() => undefined);
  }
}

/** Binds as an unknown user, so that unknown users take as long as known ones. */
async function bindUnknownUser(
  { searchBase }: LdapSettings,
  connect: () => Promise<Client>,
): Promise<undefined> {
  try {
    await bind(connect, `cn=${randomUUID()},${searchBase}`, randomUUID());
  } catch (error) {
    // Directories return different errors for an unknown user.
    if (!(error instanceof ResultCodeError)) throw error;
  }
}

/**
 * Connects and binds as the manager. Throws `DirectoryError` for all errors, including those of the
 * work, except `HttpError`.
 */
export async function withClient<T>(
  settings: LdapSettings,
  managerPassword: string,
  work: (manager: Client, connect: () => Promise<Client>) => Promise<T>,
): Promise<T> {
  const connect = async () => {
    const client = await newClient(settings);
    if (settings.startTls) await startTls(client, hostOf(settings));
    return client;
  };
  let manager: Client | undefined;
  const lookUp = async () => {
    manager = await connect();
    if (settings.managerDn !== '') await manager.bind(settings.managerDn, managerPassword);
    return work(manager, connect);
  };
  try {
    return await outgoing().others.watch(serverOf(settings), lookUp);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new DirectoryError(directoryFault(error), userFault(error), { cause: error });
  } finally {
    await manager?.unbind().catch(() => undefined);
  }
}

/** Returns the only entry with this name, or undefined. Throws if the filter matches several. */
async function findEntry(
  { searchBase, searchFilter, emailAttribute }: LdapSettings,
  client: Client,
  name: string,
): Promise<Entry | undefined> {
  const { searchEntries } = await client.search(searchBase, {
    scope: 'sub',
    filter: filled(searchFilter, name),
    attributes: [emailAttribute, 'entryUUID', 'objectGUID'].filter((attribute) => attribute !== ''),
    sizeLimit: 2,
  });
  if (searchEntries.length > 1) throw new Ambiguous(`${searchFilter} matches more than one entry`);
  return searchEntries[0];
}

async function groupsOf(
  { groupBase, groupFilter, groupNameAttribute }: LdapSettings,
  client: Client,
  dn: string,
): Promise<{ groups?: string[] }> {
  if (groupBase === '') return {};
  const { searchEntries } = await client.search(groupBase, {
    scope: 'sub',
    filter: filled(groupFilter, dn),
    attributes: [groupNameAttribute],
    sizeLimit: 1000,
  });
  return {
    groups: searchEntries.map((entry) => textOf(entry, groupNameAttribute)).filter((group) => group !== ''),
  };
}

async function newClient(settings: LdapSettings): Promise<Client> {
  const { url: typed, allowPrivate } = settings;
  const url = new URL(typed);
  const address = await outgoing().checkedAddress(hostOf(settings), { allowPrivate });
  const host = address.includes(':') ? `[${address}]` : address;
  return new Client({
    url: `${url.protocol}//${host}:${portOf(url)}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(url.protocol === 'ldaps:' ? { tlsOptions: { servername: hostOf(settings) } } : {}),
  });
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'ldaps:' ? 636 : 389));
}

function serverOf(settings: LdapSettings): OtherServer {
  return { protocol: 'ldap', host: hostOf(settings), port: portOf(new URL(settings.url)) };
}

function hostOf({ url }: LdapSettings): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/**
 * Inserts a value into a filter, with special characters escaped (RFC 4515). Other letters are not
 * escaped, because the library treats each escape as a letter.
 */
function filled(filter: string, value: string): string {
  const escaped = value.replace(
    /[^\w.@ =,+\u0080-\uffff-]/g,
    (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return filter.replaceAll('{0}', () => escaped);
}

function textOf(entry: Entry, attribute: string): string {
  const [value] = [attribute === '' ? '' : (entry[attribute] ?? '')].flat();
  return Buffer.isBuffer(value) ? value.toString('hex') : (value ?? '');
}

async function startTls(client: Client, servername: string): Promise<void> {
  try {
    await client.startTLS({ servername });
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    throw new OutgoingError(
      'unreachable',
      'The LDAP server does not offer STARTTLS on this port. Use an ldaps:// URL, or turn off STARTTLS.',
      { cause: error },
    );
  }
}

/** Causes by the messages of the library, whose errors have no codes. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/timed out|timeout/i, 'The LDAP server did not respond in time. Check the address and port.'],
  [
    /connection closed|socket (error|connection)/i,
    'The LDAP server closed the connection. If it expects TLS on this port, use an ldaps:// URL.',
  ],
];

function directoryFault(error: unknown): string {
  if (error instanceof InvalidCredentialsError) return 'The LDAP server rejected the manager DN or password';
  if (error instanceof NoSuchObjectError)
    return 'The LDAP server has no entry at the search base. Check the user and group search bases.';
  if (error instanceof OutgoingError) return error.message;
  const { message = '', code } = error as { message?: string; code?: unknown };
  if (code === 'ECONNREFUSED') return 'Connection refused. Check the address and port.';
  // The codes of LDAP are numbers.
  if (typeof code === 'string') return asOutgoingError(error).message;
  const [, cause] = (code === undefined && causes.find(([pattern]) => pattern.test(message))) || [];
  return cause ?? `LDAP query failed: ${message.replace(/\s+/g, ' ').slice(0, 300)}`;
}

function userFault(error: unknown): string {
  if (error instanceof InvalidCredentialsError) return 'the LDAP server rejected the manager DN or password';
  if (error instanceof ResultCodeError) {
    return `the LDAP server returned “${error.message.replace(/\s+/g, ' ').slice(0, 200)}”`;
  }
  if (error instanceof Ambiguous) return 'more than one LDAP entry matches the name';
  return 'the LDAP server is not responding';
}
