import type { RepositoryConfiguration } from '@lading/contract/rest';
import * as v from 'valibot';
import { listEnvironments } from '../access/projects/environments.ts';
import { findProject } from '../access/projects/projects.ts';
import { HttpError } from '../errors/HttpError.ts';
import { allProxies } from '../outgoing/proxies/proxies.ts';
import { defaultsOf } from './configurationDefaults.ts';
import { configuration, realTypeOf, unknownField } from './configurationFields.ts';
import { packageTypeOf } from './PackageType.ts';
import type { Repository, RepositoryType } from './Repository.ts';
import { type GivenCredentials, readCredentials, shownCredentials } from './readCredentials.ts';
import { findRepository } from './repositories.ts';
import { checkRepositoryKey } from './repositoryKey.ts';
import { type GivenCertificate, readCertificate } from './upstream/clientCertificate.ts';

const bad = (message: string) => new HttpError(400, 'BAD_CONFIGURATION', message);

/** Context for reading a configuration. */
export interface Reading {
  /** The repository before the change; its secrets are kept. */
  before?: Repository | undefined;
  /** Whether a member can be named; others count as missing. */
  canName: (member: Repository) => Promise<boolean>;
}

/**
 * Reads a repository from its configuration. Throws `HttpError` 400 that names the invalid field.
 */
export async function readConfiguration(
  key: string,
  input: unknown,
  { before, canName }: Reading,
): Promise<Repository> {
  checkRepositoryKey(key);
  const given = typeof input === 'object' && input !== null ? withoutNull({ key, ...input }) : input;
  checkClass(key, given);
  const parsed = v.safeParse(configuration, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw bad(`Repository ${key}: invalid field '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
  }
  const value = parsed.output;
  if (value.key !== key)
    throw bad(`The repository key in the body (${value.key}) differs from the key in the URL (${key})`);
  const { key: _key, rclass, packageType, description = '', projectKey, environments, ...others } = value;
  const rest = withAlias(others, given, packageType);
  checkPackageType(key, packageType, rclass, rest);
  const base = {
    key,
    type: rclass,
    packageType,
    description,
    ...(await readPlace(key, projectKey, environments)),
  };

  if (rclass === 'remote') {
    const { url: upstream, ...further } = rest as { url?: string; hostUpstream?: boolean };
    const { username, password, token, clientCertificate, clientKey, proxy, ...options } = withoutFlags(
      further as Secrets & typeof further & { proxy?: string },
    );
    if (proxy) await checkProxy(key, proxy);
    if (Boolean(upstream) === Boolean(options.hostUpstream))
      throw bad(`Remote repository ${key} requires url or hostUpstream`);
    if (options.hostUpstream && packageType !== 'npm')
      throw bad(
        `Remote repository ${key} requires url. hostUpstream uses the registry that npm on the server is configured with.`,
      );
    const place = { ...base, ...(upstream ? { url: upstream } : {}) };
    const credentials = readCredentials(place, { username, password, token }, before?.credentials);
    const given = { clientCertificate, clientKey };
    const certified = readCertificate(place, given, before?.clientCertificate);
    return {
      ...place,
      ...(credentials ? { credentials } : {}),
      ...(certified ? { clientCertificate: certified } : {}),
      // An empty value selects the default: changes keep omitted fields.
      options: { ...options, ...(proxy ? { proxy } : {}) },
    };
  }
  if (rclass === 'virtual') {
    const { repositories, defaultDeploymentRepo, ...options } = rest as {
      repositories: string[];
      defaultDeploymentRepo?: string;
    };
    await checkMembers(key, packageType, repositories, canName, defaultDeploymentRepo);
    // An empty value removes the target: changes keep omitted fields.
    const target = defaultDeploymentRepo ? { defaultDeploymentRepo } : {};
    return { ...base, members: [...new Set(repositories)], options: { ...options, ...target } };
  }
  return { ...base, options: rest };
}

/** Throws `HttpError` 400 for a class or a field that the package type lacks. */
function checkPackageType(key: string, packageType: string, rclass: RepositoryType, rest: object): void {
  const { classes = [], displayName = '', tags, cachesAlways } = packageTypeOf(packageType) ?? {};
  if (!classes.includes(rclass)) {
    throw bad(
      `Repository ${key}: invalid field 'rclass': ${displayName} supports only ${classes.join(' and ')} repositories`,
    );
  }
  if ('storeArtifactsLocally' in rest && rest.storeArtifactsLocally === false && cachesAlways)
    throw bad(
      `Repository ${key}: invalid field 'storeArtifactsLocally': remote repositories of ${displayName} always cache`,
    );
  if ('immutableTags' in rest && !tags)
    throw bad(`Repository ${key}: invalid field 'immutableTags': ${displayName} has no tags`);
}

/** Keeps the name that the client uses for the package type, if it is another one. */
function withAlias<Fields extends object>(fields: Fields, given: unknown, packageType: string): Fields {
  const sent = `${(given as { packageType?: unknown }).packageType}`.toLowerCase();
  return sent === packageType ? fields : { ...fields, packageTypeAlias: sent };
}

type Secrets = GivenCredentials & GivenCertificate;

/** Removes flags of `GET` responses. */
function withoutFlags<Fields extends object>(fields: Fields): Fields {
  const flags = ['hasPassword', 'hasToken', 'hasClientKey'];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !flags.includes(name))) as Fields;
}

/** Clients send null for fields that they do not set. */
export function withoutNull(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Throws `HttpError` 400 in plain words for another class, and for fields that the class lacks. */
function checkClass(key: string, given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  if ('rclass' in given && given.rclass === 'federated')
    throw bad(
      `Repository ${key}: invalid field 'rclass': federated repositories are not available in this version. Expected local, remote, or virtual`,
    );
  const unknown = unknownField(given);
  if (unknown !== undefined) throw bad(`Repository ${key}: ${unknown}`);
}

/** Reads the project and the environments of a repository. */
async function readPlace(
  key: string,
  projectKey = '',
  environments: readonly string[] = [],
): Promise<Pick<Repository, 'projectKey' | 'environments'>> {
  if (projectKey !== '') {
    if (key === 'plugins-local')
      throw bad(`Repository ${key} belongs to the console and cannot join a project`);
    if (!(await findProject(projectKey))) {
      throw bad(`Repository ${key}: invalid field 'projectKey': project ${projectKey} not found`);
    }
  }
  const known = environments.length > 0 ? await listEnvironments() : [];
  const unknown = environments.find((environment) => !known.some(({ name }) => name === environment));
  if (unknown !== undefined) {
    throw bad(
      `Repository ${key}: invalid field 'environments': unknown environment "${unknown}". Expected ${known.map(({ name }) => name).join(', ')}.`,
    );
  }
  return {
    ...(projectKey === '' ? {} : { projectKey }),
    ...(environments.length > 0 ? { environments: [...new Set(environments)] } : {}),
  };
}

async function checkProxy(key: string, proxy: string): Promise<void> {
  if ((await allProxies()).has(proxy)) return;
  throw bad(`Repository ${key}: proxy "${proxy}" not found. Create it first, or select another one`);
}

async function checkMembers(
  key: string,
  packageType: string,
  members: string[],
  canName: Reading['canName'],
  deployTo?: string,
): Promise<void> {
  for (const member of members) {
    const found = await findRepository(member);
    if (!found || !(await canName(found)))
      throw bad(`Virtual repository ${key}: repository ${member} not found`);
    if (found.type === 'virtual')
      throw bad(`Virtual repository ${key}: member ${member} is virtual. Add its members instead.`);
    if (found.packageType !== packageType)
      throw bad(`Virtual repository ${key}: member ${member} contains ${found.packageType}`);
    if (member === deployTo && found.type !== 'local')
      throw bad(`Virtual repository ${key}: ${member} is not local and accepts no uploads`);
  }
  if (deployTo && !members.includes(deployTo))
    throw bad(`Virtual repository ${key}: ${deployTo} is not a member`);
}

/** Returns the configuration for responses: with the fields that were not set. */
export function shownConfiguration(repository: Repository): RepositoryConfiguration {
  return { ...defaultsOf(repository), ...writeConfiguration(repository) };
}

/** Whether two names of package types are one type here. */
export function isSameType(one: string, other: unknown): boolean {
  return typeof other === 'string' && realTypeOf(one) === realTypeOf(other);
}

/** Returns the fields that were set. */
export function writeConfiguration(repository: Repository): RepositoryConfiguration {
  const { key, type, packageType, description, url: upstream, members } = repository;
  const { packageTypeAlias, ...options } = repository.options;
  const { projectKey, environments, credentials, clientCertificate } = repository;
  return {
    key,
    rclass: type,
    packageType: typeof packageTypeAlias === 'string' ? packageTypeAlias : packageType,
    description,
    ...(projectKey ? { projectKey } : {}),
    ...(environments ? { environments } : {}),
    ...(upstream ? { url: upstream } : {}),
    ...shownCredentials(credentials),
    ...(clientCertificate ? { clientCertificate: clientCertificate.certificate, hasClientKey: true } : {}),
    ...(members ? { repositories: members } : {}),
    ...options,
  };
}
