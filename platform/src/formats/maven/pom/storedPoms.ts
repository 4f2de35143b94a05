import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { currentPlatform } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, findFile, selectFiles } from '../../../files/files.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import { listRepositories } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { isSnapshot, packageName, versionFolder } from '../layout.ts';
import { type Coordinates, coordinatesOf, maxPomBytes, type Pom, readPom } from './readPom.ts';

/** Maximum number of ancestors; actual chains are shorter. */
const maxAncestors = 12;

/** Parsed POMs by sha256. Errors are cached too, because the content never changes. */
export const createPomCache = () => new CountedCache<Pom | HttpError>({ max: 500 });
const pomCache = () => currentPlatform().formats.poms;

/** Parses a stored POM. Throws `HttpError` 400 for an invalid POM. */
export async function pomOf({ sha256, size }: Pick<FileRow, 'sha256' | 'size'>): Promise<Pom> {
  if (size > maxPomBytes)
    throw new HttpError(400, 'BAD_POM', `The POM exceeds the limit of ${maxPomBytes} bytes`);
  const known = pomCache().get(sha256);
  const read = known ?? (await readBytes(sha256));
  if (!known) pomCache().set(sha256, read);
  if (read instanceof HttpError) throw read;
  return read;
}

/** Like `pomOf`, but undefined for an invalid POM: files from an upstream are stored unchanged. */
export async function readablePom(file: Pick<FileRow, 'sha256' | 'size'>): Promise<Pom | undefined> {
  try {
    return await pomOf(file);
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return undefined;
    throw error;
  }
}

async function readBytes(sha256: string): Promise<Pom | HttpError> {
  const bytes = await buffer(await blobs().open(sha256));
  try {
    return readPom(new TextDecoder(encodingOf(bytes)).decode(bytes));
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** The encoding in the XML declaration; UTF-8 unless it is one of those used by old POMs. */
function encodingOf(bytes: Buffer): string {
  const [, named = ''] =
    /^<\?xml[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  return /^(?:iso-8859-1|iso-8859-15|windows-1252|us-ascii)$/i.test(named) ? named : 'utf-8';
}

/**
 * The POM, its parent, and so on, as far as they are in repositories that clients see together with
 * this one.
 */
export async function chainOf(repo: string, pom: Pom): Promise<[Pom, ...Pom[]]> {
  const chain: [Pom, ...Pom[]] = [pom];
  const seen = new Set([nameOf(coordinatesOf(pom))]);
  for (let next = pom.parent; next && chain.length <= maxAncestors; ) {
    if (seen.has(nameOf(next))) break;
    seen.add(nameOf(next));
    const parent = await findPom(repo, next);
    if (!parent) break;
    chain.push(parent);
    next = parent.parent;
  }
  return chain;
}

export function nameOf(coordinates: Coordinates): string {
  return `${packageName(coordinates)}:${coordinates.version}`;
}

export async function findPom(repo: string, coordinates: Coordinates): Promise<Pom | undefined> {
  for (const key of await repositoriesSeenWith(repo)) {
    const file = await pomFile(key, coordinates);
    // An unreadable parent contributes nothing.
    if (file) return readablePom(file);
  }
  return undefined;
}

async function pomFile(
  repo: string,
  { group, artifact, version }: Coordinates,
): Promise<FileRow | undefined> {
  const folder = versionFolder(packageName({ group, artifact }), version);
  if (!isSnapshot(version)) return findFile(repo, `${folder}/${artifact}-${version}.pom`);
  const [newest] = await selectFiles(sql`
    f.repo = ${repo} AND f.path > ${`${folder}/`} AND f.path < ${`${folder}0`} AND f.path LIKE '%.pom' ORDER BY f.modified DESC LIMIT 1`);
  return newest;
}

/** The repository itself, then all repositories that share a virtual repository with it. */
export async function repositoriesSeenWith(repo: string): Promise<string[]> {
  const virtuals = await listRepositories({ type: 'virtual', packageType: 'maven' });
  const shown = virtuals.filter(({ members }) => members?.includes(repo));
  return [...new Set([repo, ...shown.flatMap(({ members = [] }) => members)])];
}
