import type { FoundPath, FoundPaths } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { fileNameOf } from '../../files/paths.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import { narrowView, type View } from '../../packages/sql/readable.ts';
import type { FileFilter } from '../files/FileFilter.ts';
import { fileOrder } from '../files/fileOrder.ts';
import { visibleFiles } from '../files/visibleFiles.ts';
import { searchedView } from '../query.ts';

/** Files that are examined for folders, and files found by name. */
const examined = 400;
const byName = 50;
/** Folders and files in a response. */
const maxFound = 50;
/** A shorter text is part of most paths. */
const minTyped = 2;

/**
 * Finds the folders and files whose path contains the text, which can begin with a repository: best
 * match first. Files that the caller cannot read match nothing, nor do their folders.
 */
export async function findPaths(
  caller: Caller,
  typed: string,
  project: string | undefined,
): Promise<FoundPaths> {
  const text = typed.replace(/[*?]/g, '').replace(/^\/+/, '');
  const view = await searchedView(caller, {
    repos: [],
    types: [],
    ...(project === undefined ? {} : { project }),
  });
  const { scope, part } = await withoutRepository(view, text);
  if (part.length < minTyped) return { found: [], capped: false };
  const searches: readonly [FileFilter, number][] = [
    [{ name: `${part}*` }, byName],
    [{ path: `${part}*` }, byName],
    [{ path: `*${part}*` }, examined],
  ];
  const pages = await Promise.all(
    searches.map(([filter, first]) =>
      visibleFiles(scope, { filter, order: fileOrder('NAME', 'ASC'), first }),
    ),
  );
  const files = pages.flatMap(({ found }) => found.map(({ file }) => file));
  const found = ranked(files, asciiLower(part));
  const last = pages.at(-1);
  return {
    found: found.slice(0, maxFound),
    capped: found.length > maxFound || Boolean(last?.capped || last?.hasNextPage),
  };
}

/** A text that begins with a repository that the caller can read is a path in it. */
async function withoutRepository(view: View, text: string): Promise<{ scope: View; part: string }> {
  const [key = '', ...rest] = text.split('/');
  const within = rest.length === 0 ? undefined : await narrowView(view, [key]);
  return within?.scope.length ? { scope: within, part: rest.join('/') } : { scope: view, part: text };
}

/** Returns each folder and file once, best match first. */
function ranked(files: readonly { repo: string; path: string }[], part: string): FoundPath[] {
  const nodes = new Map<string, FoundPath>();
  for (const file of files)
    for (const node of nodesOf(file, part)) nodes.set(`${node.repoKey}/${node.path}/${node.type}`, node);
  const rankOf = ({ path, type }: FoundPath) => {
    const name = asciiLower(fileNameOf(path));
    const match = name === part || asciiLower(path) === part ? 0 : name.startsWith(part) ? 2 : 4;
    return match + (type === 'folder' ? 0 : 1);
  };
  return [...nodes.values()]
    .map((node) => ({ node, rank: rankOf(node) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        one.node.path.length - other.node.path.length ||
        (one.node.path < other.node.path ? -1 : 1),
    )
    .map(({ node }) => node);
}

/** The first folder whose path contains the text, and the file if its name does. */
function nodesOf({ repo, path }: { repo: string; path: string }, part: string): FoundPath[] {
  const lower = asciiLower(path);
  const start = lower.indexOf(part);
  const end = start < 0 ? -1 : path.indexOf('/', start + part.replace(/\/+$/, '').length);
  const inName = asciiLower(fileNameOf(path)).includes(part);
  return [
    ...(end < 0 ? [] : [{ type: 'folder' as const, repoKey: repo, path: path.slice(0, end) }]),
    ...(inName || (start >= 0 && end < 0) ? [{ type: 'file' as const, repoKey: repo, path }] : []),
  ];
}
