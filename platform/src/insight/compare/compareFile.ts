import type { FileComparison } from '@lading/contract/rest';
import { structuredPatch } from 'diff';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { isText } from '../text.ts';
import { samePath } from './pairFiles.ts';
import { archivesOf, type Side } from './versionFiles.ts';

/** Of one file, in bytes. */
const maxBytes = 1024 * 1024;
/** Milliseconds, in which the server handles no other request. */
const maxTime = 250;

/**
 * The lines that differ in a file of the two archives; `path` is a path of the comparison. Throws
 * `HttpError` 404.
 */
export async function compareFile(from: Side, to: Side, path: string): Promise<FileComparison> {
  const archives = archivesOf(from, to);
  if (!archives) throw noFile(path);
  const { contents } = currentPlatform().insight;
  const [before, now] = await Promise.all([contents.list(archives.from), contents.list(archives.to)]);
  const [oldPath, newPath] = now.files.has(path)
    ? [samePath(path, to.version, before.files, from.version), path]
    : [before.files.has(path) ? path : undefined, undefined];
  if (oldPath === undefined && newPath === undefined) throw noFile(path);
  const sizes = [before.files.get(oldPath ?? ''), now.files.get(newPath ?? '')].map(
    (file) => file?.size ?? 0,
  );
  if (Math.max(...sizes) > maxBytes) return { state: 'tooLarge', hunks: [] };
  const [old, current] = await Promise.all([
    oldPath === undefined ? Buffer.alloc(0) : contents.entry(archives.from, oldPath, maxBytes),
    newPath === undefined ? Buffer.alloc(0) : contents.entry(archives.to, newPath, maxBytes),
  ]);
  if (!old || !current) throw noFile(path);
  if (!isText(old) || !isText(current)) return { state: 'binary', hunks: [] };
  const patch = structuredPatch('', '', old.toString(), current.toString(), undefined, undefined, {
    context: 3,
    timeout: maxTime,
  });
  if (!patch) return { state: 'tooDifferent', hunks: [] };
  return {
    state: 'compared',
    hunks: patch.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })),
  };
}

function noFile(path: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `File ${path.slice(0, 300)} is in neither version`);
}
