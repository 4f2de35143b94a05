import { sql } from 'drizzle-orm';
import { type FileRow, selectFiles } from '../../files/files.ts';
import type { HeldArtifact } from './BundleContent.ts';

/** Returns the files of the artifacts by repository and path. */
export async function filesOf(
  artifacts: readonly Pick<HeldArtifact, 'repo' | 'path'>[],
): Promise<Map<string, FileRow>> {
  const files = await selectFiles(sql`(f.repo, f.path) IN (
    SELECT * FROM unnest(${sql.param(artifacts.map(({ repo }) => repo))}::text[], ${sql.param(artifacts.map(({ path }) => path))}::text[]))`);
  return new Map(files.map((file) => [`${file.repo}/${file.path}`, file]));
}
