import type { TreeActions, TreeFile, TreeNodeDetails } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { db } from '../database/db.ts';
import { encodePath } from '../files/fileInfo.ts';
import type { FileRow } from '../files/files.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { packageIdOf } from '../packages/list/packageId.ts';
import { formatOf } from '../pipeline/Format.ts';
import { findRepository, type Repository, requireRepository } from '../repositories/repositories.ts';
import { deployRefusal, removalRefusal } from './rules.ts';

/** Returns the details of a node for the console. Throws `HttpError` 401, 403, or 404. */
export async function treeNode(caller: Caller, repoKey: string, path: string): Promise<TreeNodeDetails> {
  const repository = await requireRepository(repoKey);
  const { file, holders, empty } = await locate(repoKey, await readable(caller, repository), path);
  const { type, packageType, description } = repository;
  return {
    type: file ? 'file' : path === '' ? 'repository' : 'folder',
    repoKey,
    path,
    repoType: type,
    repoPkgType: packageType,
    ...(path === '' && description !== '' ? { description } : {}),
    uri:
      path === ''
        ? (formatOf(packageType)?.clientPath?.(repoKey) ?? `/artifactory/${repoKey}`)
        : `/artifactory/${encodePath(`${repoKey}/${path}`)}`,
    ...(type === 'virtual' ? { members: holders } : {}),
    ...(empty ? { empty } : {}),
    actions: await actionsOn(caller, repository, path, file),
    ...(file ? { file: await treeFile(file) } : {}),
  };
}

async function actionsOn(
  caller: Caller,
  repository: Repository,
  path: string,
  file: FileRow | undefined,
): Promise<TreeActions> {
  const may = async (action: 'deploy' | 'annotate' | 'delete', { key, options }: Repository) => {
    const within = { repo: key, ...(path === '' ? {} : { path }) };
    if (!(await allows(caller, action, within)))
      return `You have no permission to ${words[action]} in ${key}`;
    return options.adminDeployOnly && !(await allows(caller, 'admin', 'system'))
      ? `Only administrators can change the content of ${key}`
      : true;
  };
  const target =
    repository.type === 'virtual' ? `${repository.options.defaultDeploymentRepo ?? ''}` : undefined;
  const local = target === undefined ? repository : await findRepository(target);
  const holder = file ? await findRepository(file.repo) : repository;
  return {
    deploy: deployRefusal(repository) ?? (local ? await may('deploy', local) : true),
    annotate: file && holder ? await may('annotate', holder) : 'Properties can be set only on files',
    delete: path === '' ? 'Only administrators can delete a repository' : await removable(),
  };

  async function removable(): Promise<true | string> {
    const refused = removalRefusal(repository);
    return refused ?? may('delete', repository);
  }
}

const words = { deploy: 'upload files', annotate: 'change properties', delete: 'delete files' } as const;

async function treeFile(file: FileRow): Promise<TreeFile> {
  const { repo, size, mimeType, created, createdBy, modified, modifiedBy, downloads, lastDownloaded } = file;
  const { sha1, md5, sha256, properties } = file;
  return {
    repoKey: repo,
    size,
    mimeType,
    created: created.toISOString(),
    createdBy,
    modified: modified.toISOString(),
    modifiedBy,
    downloads,
    ...(lastDownloaded ? { lastDownloaded: lastDownloaded.toISOString() } : {}),
    checksums: { sha1, md5, sha256 },
    properties,
    versions: await versionsOf(file),
  };
}

/** Maximum listed versions: an image layer can belong to many. */
const maxVersions = 20;

async function versionsOf({ id }: FileRow): Promise<TreeFile['versions']> {
  const { rows } = await db().execute<{
    type: string;
    name: string;
    version: string;
    licenses: string[];
  }>(sql`
    SELECT p.type, p.name, v.name AS version, v.licenses FROM version_files vf
    JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    WHERE vf.file_id = ${id} ORDER BY p.name, v.sort_key DESC LIMIT ${maxVersions}`);
  return rows.map(({ type, name, version, licenses }) => ({
    packageId: packageIdOf({ type, name }),
    packageName: name,
    version,
    licenses,
  }));
}
