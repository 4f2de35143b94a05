import { sql } from 'drizzle-orm';
import { selectFiles } from './files.ts';

/** Returns the first path of the files that exists in the repository with other content. */
export async function otherContentAt(
  repo: string,
  files: readonly { path: string; sha256: string }[],
): Promise<string | undefined> {
  const wanted = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const existing = await selectFiles(
    sql`f.repo = ${repo} AND f.path = ANY(${sql.param([...wanted.keys()])}::text[]) ORDER BY f.path`,
  );
  return existing.find(({ path, sha256 }) => wanted.get(path) !== sha256)?.path;
}
