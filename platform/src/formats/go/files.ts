import { buffer } from 'node:stream/consumers';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, findFile, putFile, removeFile } from '../../files/files.ts';
import { addFileToVersion, fileRemoved } from '../../packages/fileVersions.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersion, setCreated, unindexVersion } from '../../packages/indexing.ts';
import { ensurePackage, listVersions } from '../../packages/packageRows.ts';
import type { ArrivedFile, PlainFiles } from '../../pipeline/Format.ts';
import { plausibleTime, upstreamTime } from '../../plainFiles/remote/upstreamTime.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { blobs } from '../../storage/storage.ts';
import { type FileKind, filePath, isImmutable, parseGoPath } from './goPath.ts';
import { checkModulePath } from './modulePath.ts';
import { checkVersion, isCanonical } from './moduleVersion.ts';
import { defaultGoMod, goModLimit, goModOf, type ModuleContents, readModuleZip } from './moduleZip.ts';

/** Maximum size of an `.info` file in bytes. */
const infoLimit = 64 * 1024;

/** Package type in the index. */
export const packagesType = 'golang';

interface VersionFile {
  module: string;
  version: string;
  file: FileKind;
}

/**
 * Parses the path of one of a version's three files; undefined for other paths that an upstream
 * serves, such as lists and branches.
 */
function versionFile(path: string): VersionFile | undefined {
  const parsed = parseGoPath(path);
  return parsed?.kind === 'file' && isCanonical(parsed.version) ? parsed : undefined;
}

const invalidModule = (message: string) => new HttpError(400, 'BAD_MODULE', message);

/**
 * Module files at the paths where the client requests them. A version exists once its zip is
 * stored.
 */
export const goFiles: PlainFiles = {
  check(path) {
    const parsed = parseGoPath(path);
    if (parsed?.kind !== 'file')
      throw invalidModule(
        `'${path.slice(0, 200)}' is not a file of a module. Expected {module}/@v/{version}.zip, .mod, or .info, with uppercase letters as !c.`,
      );
    checkModulePath(parsed.module);
    checkVersion(parsed.module, parsed.version);
  },
  async inspect(arrived) {
    const of = versionFile(arrived.path);
    if (!of) return undefined;
    if (arrived.repository.type !== 'local') {
      return of.file === 'zip' ? indexer(of, await read(arrived, of)) : undefined;
    }
    await rejectOtherContent(arrived);
    if (of.file === 'zip') return publisher(arrived, of, await read(arrived, of));
    if (of.file === 'mod') goModOf(await content(arrived, goModLimit), of.module);
    else checkInfo(await content(arrived, infoLimit), of.version);
    return undefined;
  },
  async index(file) {
    const of = versionFile(file.path);
    if (of && of.file !== 'zip') await addToIndexed(of, file);
  },
  async unindex(repo, path) {
    const of = versionFile(path);
    if (!of) return;
    const key = { repo, type: packagesType, name: of.module, version: of.version };
    if (of.file !== 'zip') return fileRemoved(key, path);
    await unindexVersion(key);
    const owner = { name: of.module, version: of.version };
    for (const file of ['mod', 'info'] as const)
      await removeFile(repo, filePath(of.module, of.version, file), { owner });
  },
  packageOf(path) {
    const parsed = parseGoPath(path);
    return parsed && 'module' in parsed ? parsed.module : undefined;
  },
  immutable: isImmutable,
};

function read({ blob, repository }: ArrivedFile, { module, version }: VersionFile): Promise<ModuleContents> {
  return readModuleZip(bytesOfBlob(blob), module, version, { foreign: repository.type !== 'local' });
}

/**
 * Throws `HttpError` 409 if the path already has other content. Clients rely on versions that they
 * fetched before.
 */
async function rejectOtherContent({ repository: { key }, path, blob }: ArrivedFile): Promise<void> {
  const existing = await findFile(key, path);
  const isZip = path.endsWith('.zip');
  if (existing && (isZip || existing.sha256 !== blob.sha256)) throw exists(key, path);
}

function exists(repo: string, path: string): HttpError {
  return new HttpError(
    409,
    'VERSION_EXISTS',
    `${repo} already has ${path}. Module versions cannot be changed. Publish another version.`,
  );
}

/**
 * Publishes the archive as a version, and stores the go.mod from the archive unless one was
 * uploaded before.
 */
async function publisher(
  { repository: { key }, path }: ArrivedFile,
  of: VersionFile,
  contents: ModuleContents,
): Promise<(file: FileRow) => Promise<void>> {
  const { module, version } = of;
  const modPath = filePath(module, version, 'mod');
  const made = contents.goModText ?? Buffer.from(defaultGoMod(module));
  const mod = await blobs().put(inOnePiece(made));
  return async (file) => {
    await transaction(async () => {
      await ensurePackage(packagesType, module);
      // Of two concurrent publishes, the second gets here after the first has finished.
      if ((await listVersions(key, packagesType, module)).includes(version)) throw exists(key, path);
      const put = await findFile(key, modPath);
      if (put && contents.goModText && put.sha256 !== mod.sha256)
        throw invalidModule(`Invalid module: its go.mod differs from the stored ${modPath}`);
      if (!put) await putFile(key, modPath, mod, file.modifiedBy);
      const info = await findFile(key, filePath(module, version, 'info'));
      const parts = [file, put ?? (await findFile(key, modPath)), info];
      await indexVersion(entry(file, of, contents, parts));
    });
  };
}

function indexer(of: VersionFile, contents: ModuleContents) {
  return async (file: FileRow) => {
    const info = await findFile(file.repo, filePath(of.module, of.version, 'info'));
    const created = (info && (await timeIn(info))) ?? (await upstreamTime(file.repo, file.path));
    await indexVersion({ ...entry(file, of, contents, [file]), ...(created ? { created } : {}) });
  };
}

function entry(
  zip: FileRow,
  { module, version }: VersionFile,
  { goMod, readme, license }: ModuleContents,
  parts: readonly (FileRow | undefined)[],
): IndexedVersion {
  const direct = goMod?.requires.filter(({ indirect }) => !indirect) ?? [];
  return {
    repo: zip.repo,
    type: packagesType,
    name: module,
    version,
    created: zip.created,
    licenses: license ? [license] : [],
    dependencies: Object.fromEntries(direct.map(({ path, version: needed }) => [path, needed])),
    ...(readme ? { readme } : {}),
    ...(goMod?.deprecated ? { deprecated: goMod.deprecated } : {}),
    leadFile: zip.path,
    files: parts.filter((part) => part !== undefined),
  };
}

/** Creation time of the version according to the upstream. */
async function timeIn(info: FileRow): Promise<Date | undefined> {
  if (info.size > infoLimit) return undefined;
  try {
    const { Time } = JSON.parse((await buffer(await blobs().open(info.sha256))).toString()) as {
      Time?: unknown;
    };
    return plausibleTime(Time);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Adds a go.mod or an info file that was uploaded after its archive. */
async function addToIndexed({ module, version, file: kind }: VersionFile, file: FileRow): Promise<void> {
  const { repo } = file;
  if (!(await listVersions(repo, packagesType, module)).includes(version)) return;
  const key = { repo, type: packagesType, name: module, version };
  await addFileToVersion(key, file);
  if (kind !== 'info' || (await findRepository(repo))?.type !== 'remote') return;
  const created = await timeIn(file);
  if (created) await setCreated(key, created);
}

async function content({ blob, path }: ArrivedFile, limit: number): Promise<Buffer> {
  if (blob.size > limit) throw invalidModule(`${path} exceeds the limit of ${limit} bytes`);
  return buffer(await blobs().open(blob.sha256));
}

function checkInfo(text: Buffer, version: string): void {
  let info: unknown;
  try {
    info = JSON.parse(text.toString());
  } catch {
    throw invalidModule(
      'The info file is not JSON. Expected {"Version": "v1.2.3", "Time": "2026-01-31T12:00:00Z"}.',
    );
  }
  const { Version, Time } = (typeof info === 'object' && info !== null ? info : {}) as Record<
    string,
    unknown
  >;
  if (Version !== version)
    throw invalidModule(
      `Invalid info file: its Version is ${JSON.stringify(Version)?.slice(0, 100)}, not "${version}"`,
    );
  const isTime =
    typeof Time === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(Time) &&
    !Number.isNaN(Date.parse(Time));
  if (Time !== undefined && !isTime)
    throw invalidModule(
      `Invalid info file: its Time is ${JSON.stringify(Time)?.slice(0, 100)}. Expected a time such as 2026-01-31T12:00:00Z.`,
    );
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
