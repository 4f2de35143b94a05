import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { knownIssues } from '../../../advisories/knownIssues.ts';
import { ownOrigin } from '../../../http/ownOrigin.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { type CoreMetadata, parseCoreMetadata } from '../distribution/coreMetadata.ts';
import { parseFileName } from '../fileNames.ts';
import { leadOf } from '../indexRelease.ts';
import { isProjectName, normalName } from '../names.ts';
import { filesOfRelease, rawMetadata } from '../releaseFiles.ts';
import { noProject } from '../simple/answerSimple.ts';
import { findProject } from '../simple/findProject.ts';
import { byVersion } from '../simple/localProject.ts';
import type { SimpleFile } from '../simple/SimpleProject.ts';
import { type Sources, sourcesOf } from '../sources.ts';
import { normalVersion, parseVersion } from '../version.ts';

/**
 * Sends PyPI's JSON API document for a release, or for the newest release with the files of all
 * releases.
 *
 * ```text
 * GET /artifactory/api/pypi/{repo}/pypi/kite/json, or …/pypi/kite/1.0/json
 * 200 {"info": {"name": "kite", "version": "1.0", …}, "releases": {"1.0": […]}, "urls": […]}
 * ```
 *
 * https://docs.pypi.org/api/json/
 */
export async function answerJson(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, version }: { name: string; version?: string },
): Promise<FastifyReply> {
  if (!isProjectName(name)) throw noProject(repository, name);
  const project = normalName(name);
  const sources = await sourcesOf(callerOf(request), repository, project);
  const found = await findProject(sources, project);
  if (!found) throw noProject(repository, name);
  const releases = releasesOf(found.files, project);
  const wanted = version === undefined ? newest(releases) : normalVersion(version);
  const files = wanted === undefined ? undefined : releases.get(wanted);
  if (wanted === undefined || !files) throw noProject(repository, `${name} ${version ?? ''}`.trim());

  const base = `${ownOrigin(request)}/artifactory/api/pypi/${encodeURIComponent(repository.key)}`;
  const shown = (file: SimpleFile) => fileJson(file, project, base);
  return reply.header('cache-control', 'no-cache').send({
    info: {
      ...infoOf(await metadataOf(sources, project, wanted), project, wanted, base),
      ...yankedOf(files),
    },
    last_serial: 0,
    ...(version === undefined
      ? { releases: Object.fromEntries([...releases].map(([each, of]) => [each, of.map(shown)])) }
      : {}),
    urls: files.map(shown),
    ...(await vulnerabilitiesOf(project, wanted)),
  });
}

/** Omits the field if vulnerabilities are unknown; an empty list means that there are none. */
async function vulnerabilitiesOf(project: string, version: string): Promise<{ vulnerabilities?: object[] }> {
  const issues = await knownIssues('pypi', project, version);
  if (!issues) return {};
  return {
    vulnerabilities: issues.map(({ id, aliases, title, details, fixed, url }) => ({
      ...{ id, aliases, summary: title, details, source: 'osv', link: url },
      fixed_in: fixed === null ? [] : [fixed],
      withdrawn: null,
    })),
  };
}

function releasesOf(files: readonly SimpleFile[], project: string): Map<string, SimpleFile[]> {
  const releases = new Map<string, SimpleFile[]>();
  for (const file of files) {
    const version = normalVersion(parseFileName(file.filename, project)?.version ?? '');
    if (version !== undefined) releases.set(version, [...(releases.get(version) ?? []), file]);
  }
  return releases;
}

/**
 * The newest final release; a prerelease only if there is no other, and a yanked one only if all
 * are yanked.
 */
function newest(releases: ReadonlyMap<string, SimpleFile[]>): string | undefined {
  const versions = [...releases.keys()].sort(byVersion).reverse();
  const usable = versions.filter((version) =>
    releases.get(version)?.some(({ yanked }) => yanked === undefined),
  );
  const final = usable.find((version) => {
    const { pre, dev } = parseVersion(version) ?? {};
    return pre === undefined && dev === undefined;
  });
  return final ?? usable[0] ?? versions[0];
}

async function metadataOf(
  { locals, remotes }: Sources,
  project: string,
  version: string,
): Promise<CoreMetadata | undefined> {
  for (const { key } of [...locals, ...remotes]) {
    const lead = leadOf(await filesOfRelease(key, project, version));
    const raw = lead && (await rawMetadata(key, project, lead.filename));
    if (raw) return parseCoreMetadata(raw.toString());
  }
  return undefined;
}

function infoOf(of: CoreMetadata | undefined, project: string, version: string, base: string) {
  return {
    name: of?.name ?? project,
    version,
    summary: of?.summary ?? null,
    description: of?.description ?? '',
    description_content_type: of?.descriptionType ?? null,
    keywords: of?.keywords.join(',') ?? null,
    home_page: of?.homePage ?? '',
    author: of?.author ?? null,
    author_email: of?.authorEmail ?? null,
    maintainer: of?.maintainer ?? null,
    maintainer_email: of?.maintainerEmail ?? null,
    license: of?.license ?? null,
    license_expression: of?.licenseExpression ?? null,
    classifiers: of?.classifiers ?? [],
    platform: of?.platforms.join(',') ?? null,
    requires_dist: of?.requiresDist ?? null,
    requires_python: of?.requiresPython ?? null,
    provides_extra: of?.providesExtra ?? null,
    project_urls: of?.projectUrls ?? null,
    package_url: `${base}/simple/${project}/`,
    release_url: `${base}/pypi/${project}/${encodeURIComponent(version)}/json`,
  };
}

function yankedOf(files: readonly SimpleFile[]): { yanked: boolean; yanked_reason: string | null } {
  const yanked = files.every((file) => file.yanked !== undefined);
  return { yanked, yanked_reason: (yanked && files.map((file) => file.yanked).find(Boolean)) || null };
}

function fileJson(file: SimpleFile, project: string, base: string) {
  const { filename, hashes, requiresPython, size, uploaded, yanked } = file;
  const parsed = parseFileName(filename, project);
  return {
    filename,
    url: `${base}/packages/${project}/${encodeURIComponent(filename)}`,
    digests: hashes,
    ...(hashes.md5 ? { md5_digest: hashes.md5 } : {}),
    packagetype: parsed?.kind ?? null,
    python_version: parsed?.python ?? null,
    requires_python: requiresPython ?? null,
    size: size ?? null,
    upload_time_iso_8601: uploaded ?? null,
    upload_time: uploaded?.replace(/(?:\.\d+)?Z$/, '') ?? null,
    yanked: yanked !== undefined,
    yanked_reason: yanked || null,
    has_sig: false,
  };
}
