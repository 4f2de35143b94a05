import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Returns what separates a file from the text of the scaffold, as Git shows it. */
export async function differences(file: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-diff-'));
  const other = join(folder, basename(file));
  try {
    await writeFile(other, text);
    const output = await git(['diff', '--no-index', '--no-color', '--no-ext-diff', '--', file, other]);
    // From the first hunk: the names before it are temporary.
    const from = output?.indexOf('@@') ?? -1;
    return from < 0 ? '' : (output?.slice(from).trimEnd() ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns uncommitted changes below a directory, one per line, or `undefined` if Git does not know
 * the directory.
 */
export async function uncommitted(folder: string): Promise<string | undefined> {
  return git(['-C', folder, 'status', '--porcelain', '--', '.']);
}

/** `diff --no-index` ends with 1 if there are differences. */
function git(args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('git', [...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout) => {
      const isDifferent = args[0] === 'diff' && error?.code === 1;
      resolve(error && !isDifferent ? undefined : stdout);
    });
  });
}
