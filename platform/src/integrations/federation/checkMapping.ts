import type { ClaimRules, OidcMapping, TrustedPublisher } from '@lading/contract/rest';
import { readScope } from '../../access/tokens/scopes.ts';
import { findUser, normalName } from '../../access/users.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { isName } from './checkProvider.ts';
import type { Provider } from './providers.ts';

const maxClaims = 20;
/** Issuers that everyone can get tokens from. */
const shared = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];
/** Claims that identify the owner of a job at a shared issuer. */
const identifying = [
  ...['sub', 'repository', 'repository_id', 'repository_owner', 'repository_owner_id', 'enterprise_id'],
  ...['project_path', 'project_id', 'namespace_path', 'namespace_id', 'user_login', 'user_id'],
];

/** Returns the mapping in its stored form; throws `HttpError` 400. */
export async function checkMapping(provider: Provider, wanted: OidcMapping): Promise<OidcMapping> {
  const name = wanted.name.trim();
  if (!isName(name)) throw bad('Invalid name. Expected 1 to 64 letters, digits, ".", "_", or "-"');
  checkRules(provider, wanted.claims);
  const username = normalName(wanted.token_spec.username.trim());
  if (!(await findUser(username))) throw bad(`User ${username} not found`);
  const { publisher } = wanted;
  const scope = publisher ? '' : readScope(wanted.token_spec.scope).join(' ');
  const { expires_in } = wanted.token_spec;
  const { publisher: _publisher, ...rest } = wanted;
  return {
    ...rest,
    name,
    description: wanted.description.trim(),
    token_spec: { username, scope, expires_in },
    ...(publisher ? { publisher: await checkPublisher(publisher) } : {}),
  };
}

function checkRules({ issuer_url }: Provider, rules: ClaimRules): void {
  const entries = Object.entries(rules);
  if (entries.length === 0 || entries.length > maxClaims)
    throw bad(`Invalid claims. Expected 1 to ${maxClaims} claims with their expected values`);
  for (const [claim, rule] of entries) {
    if (!/^[\x21-\x7e]{1,200}$/.test(claim)) throw bad(`Invalid claim name "${claim.slice(0, 100)}"`);
    if ([rule].flat().some((value) => value === '')) throw bad(`Claim ${claim} has an empty expected value`);
  }
  if (!shared.includes(issuer_url)) return;
  const isBound = entries.some(
    ([claim, rule]) => identifying.includes(claim) && [rule].flat().every(namesOwner),
  );
  if (isBound) return;
  throw bad(
    `Everyone can get tokens of ${issuer_url}. Add a claim that identifies your jobs and does not begin with a wildcard, such as repository_owner, repository, namespace_path, or project_path`,
  );
}

/**
 * Whether the pattern has an owner before its first wildcard: `repo:acme/*`, not `repo:*` or
 * `a*`.
 */
function namesOwner(pattern: string): boolean {
  const [before = '', ...wild] = pattern.split('*');
  return wild.length === 0 || /[^/:]\/|^[^/:]+:[^/:]+[/:]/.test(before);
}

async function checkPublisher(publisher: TrustedPublisher): Promise<TrustedPublisher> {
  const { package_type, repository: key } = publisher;
  const repository = await findRepository(key);
  const isIt = repository?.type === 'local' && repository.packageType.toLowerCase() === package_type;
  if (!isIt) throw bad(`Invalid repository "${key}". Expected a local repository of type ${package_type}`);
  const named = publishedName(package_type, publisher.package.trim());
  const isPackage =
    package_type === 'npm'
      ? /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i.test(named)
      : /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(named);
  if (!isPackage)
    throw bad(`Invalid package "${publisher.package}". Expected a name of a ${package_type} package`);
  return { package_type, repository: key, package: named };
}

/** Returns the name under which permissions and rules know a package: PEP 503 for Python. */
function publishedName(type: TrustedPublisher['package_type'], name: string): string {
  return type === 'npm' ? name : name.toLowerCase().replace(/[-_.]+/g, '-');
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_OIDC_MAPPING', message);
}
