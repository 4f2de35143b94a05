import type { NewPromotion } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { allows } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { isAnyInUse, useOf } from '../../files/filesInUse.ts';
import { foldersOf } from '../../files/paths.ts';
import { type Reach, reaches, reachOf } from '../../files/tree/reach.ts';
import { type Format, formatOf } from '../../pipeline/Format.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { filesOf } from '../content/artifactFiles.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { describeVersions, isRepublished } from '../content/describeVersions.ts';
import { targetsOf } from './targets.ts';

/** Effect of a promotion on one artifact in one repository. */
export interface PlannedCopy {
  artifact: HeldArtifact;
  /** Absent if no repository matches. */
  target?: Repository;
  what: 'copy' | 'replace' | 'there' | 'refused';
  /** Reason of a rejection. */
  why: string;
}

/** A target repository with the caller's permissions, loaded once. */
interface Target {
  repository: Repository;
  deployable: Reach;
  deletable: Reach;
  /** Why nothing can be copied there; empty if it can. */
  refusal: string;
  /** SHA-256 by path, of existing files at the artifacts' paths. */
  existing: ReadonlyMap<string, string>;
  /** Whether a bundle contains one of the files to replace. */
  someInUse: boolean;
  /** SHA-256 by path, of artifacts already in the plan: they can come from several repositories. */
  planned: Map<string, string>;
  /** `repository/path` of files that no version of the bundle needs, such as loose layers. */
  loose: ReadonlySet<string>;
}

/** Plans the copy of each artifact. Changes nothing. Throws `HttpError` 400 or 404. */
export async function planCopies(
  caller: Caller,
  artifacts: readonly HeldArtifact[],
  promotion: NewPromotion,
): Promise<PlannedCopy[]> {
  const repositories = await targetsOf(caller, promotion);
  const targets: Target[] = [];
  for (const repository of repositories) targets.push(await examineTarget(caller, repository, artifacts));
  const overwrite = promotion.overwrite_existing_artifacts ?? false;
  const plan: PlannedCopy[] = [];
  for (const artifact of artifacts) {
    const fitting = targets.filter(({ repository }) => repository.packageType === artifact.packageType);
    if (fitting.length === 0) plan.push(refused(artifact, noTarget(artifact, promotion)));
    for (const target of fitting) {
      const line = await planCopy(artifact, target, overwrite);
      if (line.what !== 'refused') target.planned.set(artifact.path, artifact.sha256);
      plan.push(line);
    }
  }
  return plan.map((line) => withoutFolders(line, targets));
}

/** Rejects a file whose path is a folder of other artifacts. */
function withoutFolders(line: PlannedCopy, targets: readonly Target[]): PlannedCopy {
  const { artifact, target, what } = line;
  const planned = targets.find(({ repository }) => repository === target)?.planned;
  if (!target || !planned || what === 'refused') return line;
  const folder = foldersOf(artifact.path).find((each) => planned.has(each));
  if (folder === undefined) return line;
  return refused(
    artifact,
    `Another artifact of the bundle is a file at ${target.key}/${folder}, which cannot contain other files`,
    target,
  );
}

async function planCopy(artifact: HeldArtifact, target: Target, overwrite: boolean): Promise<PlannedCopy> {
  const { repository, deployable, deletable, existing, refusal } = target;
  const { key } = repository;
  const { path, sha256 } = artifact;
  const there = existing.get(path);
  const planned = target.planned.get(path);
  if (planned === sha256) return { artifact, target: repository, what: 'there', why: '' };
  if (planned !== undefined)
    return refused(
      artifact,
      `Another artifact of the bundle goes to ${key}/${path} with other content`,
      repository,
    );
  const isSame = there === sha256;
  if (isSame) return { artifact, target: repository, what: 'there', why: '' };
  const refuse = (why: string) => refused(artifact, why, repository);
  if (refusal !== '') return refuse(refusal);
  if (!reaches(deployable, path)) return refuse(`You have no WRITE permission on ${key}/${path}`);
  const layout = layoutRefusal(repository, path);
  if (layout !== '') return refuse(layout);
  if (target.loose.has(`${artifact.repo}/${path}`))
    return refuse('It is not a version of its own. Add the version or tag that needs it to the bundle');
  if (there === undefined) return { artifact, target: repository, what: 'copy', why: '' };
  const permanent = permanence(repository);
  if (permanent !== '') return refuse(permanent);
  if (!overwrite) return refuse('Other content exists there. Allow overwriting to replace it');
  if (!reaches(deletable, path)) return refuse(`You have no DELETE permission on ${key}/${path}`);
  const use = target.someInUse ? await useOf(key, path) : undefined;
  if (use !== undefined) return refuse(`Other content exists there and is in use. ${use}`);
  return { artifact, target: repository, what: 'replace', why: '' };
}

async function examineTarget(
  caller: Caller,
  repository: Repository,
  artifacts: readonly HeldArtifact[],
): Promise<Target> {
  const { key, packageType } = repository;
  const fitting = artifacts.filter((each) => each.packageType === packageType);
  const paths = fitting.map(({ path }) => path);
  const { rows } = await db().execute<{ path: string; sha256: string }>(sql`
    SELECT f.path, f.sha256 FROM unnest(${sql.param(paths)}::text[]) AS w (path) JOIN files f ON f.repo = ${key} AND f.path = w.path`);
  const existing = new Map(rows.map(({ path, sha256 }) => [path, sha256]));
  const other = fitting.filter(({ path, sha256 }) => (existing.get(path) ?? sha256) !== sha256);
  return {
    repository,
    deployable: await reachOf(caller, 'deploy', key),
    deletable: await reachOf(caller, 'delete', key),
    refusal: await refusalOf(caller, repository),
    existing,
    someInUse: await isAnyInUse(
      key,
      other.map(({ path }) => path),
    ),
    planned: new Map(),
    loose: await looseOf(formatOf(packageType), fitting),
  };
}

/** Finds files that are neither versions nor needed by a version of the bundle. */
async function looseOf(format: Format | undefined, artifacts: readonly HeldArtifact[]): Promise<Set<string>> {
  if (!format || !isRepublished(format)) return new Set();
  const keyOf = ({ repo, path }: { repo: string; path: string }) => `${repo}/${path}`;
  const whole = new Set(artifacts.filter(({ state }) => state).map(keyOf));
  const described = await describeVersions(format, [...(await filesOf(artifacts)).values()]);
  for (const [{ repo, path }, description] of described) {
    if (description?.state) whole.add(keyOf({ repo, path }));
    for (const need of description?.needs ?? []) whole.add(keyOf({ repo, path: need.path }));
  }
  return new Set(artifacts.map(keyOf).filter((key) => !whole.has(key)));
}

async function refusalOf(caller: Caller, { key, packageType, options }: Repository): Promise<string> {
  const format = formatOf(packageType);
  if (!format?.plainFiles && !isRepublished(format)) {
    const name = format?.displayName ?? packageType;
    return `${name} packages cannot be copied by a promotion. Publish to ${key} with a client of ${name}`;
  }
  const onlyAdministrators = options.adminDeployOnly === true && !(await allows(caller, 'admin', 'system'));
  return onlyAdministrators ? `Only administrators change the content of ${key}` : '';
}

/** Why other content at the path can never be replaced. */
function permanence(repository: Repository): string {
  const format = formatOf(repository.packageType);
  if (!isRepublished(format)) return '';
  const why =
    format?.trash?.replaceRefusal?.(repository) ?? `${format?.displayName} versions are never replaced`;
  return why === '' ? '' : `Another version exists there. ${why}`;
}

function layoutRefusal({ packageType }: Repository, path: string): string {
  try {
    formatOf(packageType)?.plainFiles?.check?.(path);
    return '';
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

function noTarget({ packageType }: HeldArtifact, { environment }: NewPromotion): string {
  return `No local ${packageType} repository in the environment ${environment} that you can see. Assign the environment to one`;
}

function refused(artifact: HeldArtifact, why: string, target?: Repository): PlannedCopy {
  return { artifact, what: 'refused', why, ...(target ? { target } : {}) };
}
