import type { VersionFile, VersionRepository } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { fileNameOf } from '../../files/paths.ts';
import { findRepository } from '../../repositories/repositories.ts';

type FileRow = Omit<VersionFile, 'name' | 'places'> & { version: string; repo: string } & Record<
    string,
    unknown
  >;

/** Parts of versions, loaded for a whole page in one query, on first use. */
export class VersionParts {
  readonly #ids: readonly string[];
  #files: Promise<Map<string, VersionFile[]>> | undefined;
  #repositories: Promise<Map<string, VersionRepository[]>> | undefined;
  #tags: Promise<Map<string, string[]>> | undefined;

  /** IDs of the rows of all versions on the page. */
  constructor(ids: readonly string[]) {
    this.#ids = ids;
  }

  async files(ids: readonly string[]): Promise<VersionFile[]> {
    this.#files ??= this.#loadFiles();
    const files = pick(await this.#files, ids);
    return [...merged(files).values()];
  }

  async repositories(ids: readonly string[]): Promise<VersionRepository[]> {
    this.#repositories ??= this.#loadRepositories();
    return pick(await this.#repositories, ids);
  }

  async tags(ids: readonly string[]): Promise<string[]> {
    this.#tags ??= this.#loadTags();
    return [...new Set(pick(await this.#tags, ids))].sort();
  }

  async #loadFiles(): Promise<Map<string, VersionFile[]>> {
    const result = await db().execute<FileRow>(sql`
      SELECT vf.version_id::text AS version, v.repo, f.path, f.path = v.lead_path AS lead, b.size::float8 AS size, b.md5, b.sha1, b.sha256,
        f.mime_type AS "mimeType"
      FROM versions v JOIN version_files vf ON vf.version_id = v.id JOIN files f ON f.id = vf.file_id JOIN blobs b ON b.sha256 = f.sha256
      WHERE v.id = ANY(${sql.param(this.#ids)}::bigint[]) ORDER BY lead DESC, v.repo, f.path`);
    return grouped(result.rows, ({ repo, path, lead, size, md5, sha1, sha256, mimeType }) => ({
      name: fileNameOf(path),
      path,
      places: [{ repo, path }],
      lead,
      size,
      md5,
      sha1,
      sha256,
      mimeType,
    }));
  }

  async #loadRepositories(): Promise<Map<string, VersionRepository[]>> {
    const result = await db().execute<{ version: string; repo: string; leadFilePath: string }>(sql`
      SELECT id::text AS version, repo, lead_path AS "leadFilePath" FROM versions
      WHERE id = ANY(${sql.param(this.#ids)}::bigint[]) ORDER BY repo`);
    const types = new Map<string, string>();
    for (const { repo } of result.rows) types.set(repo, (await findRepository(repo))?.type ?? 'local');
    return grouped(result.rows, ({ repo, leadFilePath }) => ({
      name: repo,
      type: types.get(repo) ?? 'local',
      leadFilePath,
    }));
  }

  async #loadTags(): Promise<Map<string, string[]>> {
    const result = await db().execute<{ version: string; tag: string }>(sql`
      SELECT v.id::text AS version, t.tag FROM versions v
      JOIN package_tags t ON t.package_id = v.package_id AND t.repo = v.repo AND t.version = v.name
      WHERE v.id = ANY(${sql.param(this.#ids)}::bigint[])`);
    return grouped(result.rows, ({ tag }) => tag);
  }
}

/** The same file in two repositories is one file of the version, in two places. */
function merged(files: readonly VersionFile[]): Map<string, VersionFile> {
  const found = new Map<string, VersionFile>();
  for (const file of files) {
    const key = `${file.sha256} ${file.name}`;
    const known = found.get(key);
    const places = [...(known?.places ?? []), ...file.places];
    found.set(key, { ...(known ?? file), places });
  }
  return found;
}

function grouped<Row extends { version: string }, Part>(
  rows: readonly Row[],
  part: (row: Row) => Part,
): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  for (const row of rows) {
    const known = parts.get(row.version);
    if (known) known.push(part(row));
    else parts.set(row.version, [part(row)]);
  }
  return parts;
}

function pick<Part>(parts: ReadonlyMap<string, Part[]>, ids: readonly string[]): Part[] {
  return ids.flatMap((id) => parts.get(id) ?? []);
}
