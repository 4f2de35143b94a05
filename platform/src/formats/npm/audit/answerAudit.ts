import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { isPackageName } from '../names.ts';
import { objectOf } from '../publish/readPublish.ts';
import { bodyOf, jsonBody } from '../request.ts';
import type { Finding, Installed } from './Finding.ts';
import { findings } from './findings.ts';
import { patchedVersions } from './patchedVersions.ts';
import { quickReport, readTree } from './quickAudit.ts';

/** Maximum size of the JSON body in bytes, and maximum number of packages. */
const bodyLimit = 32 * 1024 * 1024;
const maxPackages = 20_000;

/**
 * Handles `npm audit`: receives `{name: [version]}`, returns `{name: [advisory]}`.
 *
 * ```text
 * POST /artifactory/api/npm/{repo}/-/npm/v1/security/advisories/bulk
 *      {"kite": ["1.0.0"]}
 * 200 {"kite": [{"id": 1, "url": "…", "title": "…", "severity": "high", "vulnerable_versions":
 * "<1.0.1"}]}
 * ```
 *
 * https://docs.npmjs.com/cli/commands/npm-audit#bulk-advisory-endpoint
 */
export async function auditBulk(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const body = objectOf(await auditBody(request), 'the body');
  const installed = new Map<string, string[]>();
  for (const [name, versions] of Object.entries(body)) {
    if (!isPackageName(name)) throw invalidRequest(`${shown(name)} is not a package name`);
    if (!Array.isArray(versions) || !versions.every((version) => typeof version === 'string')) {
      throw invalidRequest(`the versions of ${name} are not a list of strings`);
    }
    installed.set(name, versions);
  }
  const found = await knownFindings(repository, limited(installed));
  return reply.send(
    Object.fromEntries(
      [...found].map(([name, known]) => [
        name,
        known.map((finding) => ({
          ...finding,
          patched_versions: patchedVersions(finding.vulnerable_versions),
        })),
      ]),
    ),
  );
}

/**
 * Handles the audit of older clients: receives the dependency tree, returns a report on all of it.
 *
 * ```text
 * POST /artifactory/api/npm/{repo}/-/npm/v1/security/audits/quick
 *      {"name": "app", "version": "1.0.0", "requires": {…}, "dependencies": {"kite": {"version": "1.0.0"}}}
 * 200 {"actions": […], "advisories": {…}, "metadata": {"vulnerabilities": {…}}}
 * ```
 *
 * https://docs.npmjs.com/cli/commands/npm-audit#quick-audit-endpoint
 */
export async function auditQuick(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const tree = readTree(objectOf(await auditBody(request), 'the body'));
  const installed = new Map([...tree.paths].map(([name, versions]) => [name, [...versions.keys()]]));
  return reply.send(quickReport(tree, await knownFindings(repository, limited(installed))));
}

/**
 * The known findings. Throws `HttpError` 404 if there is no data, like a registry without an audit
 * endpoint, so that clients report an error instead of no vulnerabilities.
 */
async function knownFindings(repository: Repository, installed: Installed): Promise<Map<string, Finding[]>> {
  const { found, known } = await findings(repository, installed);
  if (known || found.size > 0) return found;
  throw new HttpError(
    404,
    'AUDIT_UNAVAILABLE',
    `Vulnerabilities are unknown: no advisories for npm are imported, and no upstream of ${repository.key} responded to the audit. ` +
      'An administrator can import advisories, or add an upstream that supports audits',
  );
}

function limited(installed: Installed): Installed {
  if (installed.size > maxPackages) throw invalidRequest(`it contains more than ${maxPackages} packages`);
  return installed;
}

/** npm compresses the body. */
function auditBody(request: FastifyRequest): Promise<unknown> {
  if (request.headers['content-encoding'] !== 'gzip') return jsonBody(bodyOf(request), bodyLimit);
  const unzipped = (request.raw as Readable).pipe(createGunzip());
  return jsonBody(unzipped as AsyncIterable<Uint8Array>, bodyLimit).catch((error: unknown) => {
    throw error instanceof HttpError ? error : invalidRequest('its compression is invalid');
  });
}

function invalidRequest(what: string): HttpError {
  return new HttpError(400, 'BAD_AUDIT', `Invalid audit request: ${what}`);
}
