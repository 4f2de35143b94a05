import { sql } from 'drizzle-orm';
import { matchingName, typesOf } from '../../advisories/ecosystems.ts';
import { db, transaction } from '../../database/db.ts';
import { versionOrderOf } from '../../packages/versionOrders.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { requireConnection, storedToken } from '../connections.ts';
import { askGitServer } from '../git/askGitServer.ts';
import { GitServerError } from '../git/GitServerError.ts';
import type { AskGit, GitCode } from '../git/GitVendor.ts';
import { requireVendor } from '../git/vendors.ts';
import { countsOf } from './findings.ts';
import type { Dependency } from './lockFiles/Dependency.ts';
import { filesToRead, kindOf } from './lockFiles/lockFiles.ts';
import type { Watch } from './watches.ts';

/** Maximum files that are read of one commit, and dependencies that are stored of one file. */
const maxFiles = 200;
const maxDependencies = 20_000;

interface ReadFile {
  path: string;
  kind: string;
  dependencies: Dependency[];
  inexact: number;
  error?: string;
}

/**
 * Reads the files of a branch that name dependencies, if its commit has changed, and stores the
 * dependencies. No other file is fetched. Throws `GitServerError`.
 */
export async function scanWatch(
  watch: Watch,
  seal: Seal,
  publicUrl: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const connection = await requireConnection(watch.integration);
  const vendor = requireVendor(connection.vendor);
  const ask = askGitServer(vendor, { ...connection, token: storedToken(connection, seal) });
  const repository = { id: watch.repositoryId, name: watch.repository };
  const commit = await vendor.code.head(ask, repository, watch.branch);
  if (commit === watch.head) return;
  const { paths, truncated } = await vendor.code.files(ask, repository, commit);
  const wanted = filesToRead(paths);
  const files: ReadFile[] = [];
  for (const path of wanted.slice(0, maxFiles)) {
    signal.throwIfAborted();
    files.push(await readFile(vendor.code, ask, { repository, commit, path }));
  }
  await store(watch.id, commit, files, truncated || wanted.length > maxFiles);
  if (!watch.commitStatus) return;
  const status = await statusOf(watch, vendor.name, publicUrl);
  await vendor.code.report(ask, repository, commit, status);
}

interface At {
  repository: { id: string; name: string };
  commit: string;
  path: string;
}

/** A file that cannot be read or parsed doesn't prevent the scan of the others. */
async function readFile(code: GitCode, ask: AskGit, { repository, commit, path }: At): Promise<ReadFile> {
  const kind = kindOf(path);
  const name = kind?.name ?? '';
  try {
    const parsed = kind?.parse(await code.file(ask, repository, commit, path));
    const { dependencies = [], inexact = 0 } = parsed ?? {};
    const isTooMany = dependencies.length > maxDependencies;
    return {
      ...{ path, kind: name, dependencies: dependencies.slice(0, maxDependencies), inexact },
      ...(isTooMany ? { error: `Only the first ${maxDependencies} dependencies are scanned` } : {}),
    };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    const prefix = error instanceof GitServerError ? '' : 'Failed to parse the file: ';
    return { path, kind: name, dependencies: [], inexact: 0, error: `${prefix}${why}`.slice(0, 300) };
  }
}

async function store(
  watch: string,
  commit: string,
  files: readonly ReadFile[],
  truncated: boolean,
): Promise<void> {
  const rows = files.flatMap(({ path, dependencies }) => dependencies.map((each) => rowOf(path, each)));
  await transaction(async () => {
    await db().execute(sql`delete from git_files where watch = ${watch}`);
    await db().execute(sql`
      insert into git_files (watch, path, kind, inexact, error)
      select ${watch}::uuid, g.* from json_to_recordset(${JSON.stringify(files)}::json)
        as g (path text, kind text, inexact int, error text)`);
    await db().execute(sql`
      insert into git_dependencies (watch, path, ecosystem, type, name, match_name, version, sort_key)
      select ${watch}::uuid, g.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as g (path text, ecosystem text, type text, name text, match_name text, version text, sort_key text)
      on conflict do nothing`);
    await db().execute(sql`
      update git_watches set head = ${commit}, scanned = now(), error = null, truncated = ${truncated} where id = ${watch}`);
  });
}

function rowOf(path: string, { ecosystem, name, version }: Dependency) {
  const clean = (text: string) => text.replaceAll('\0', '');
  const type = typesOf(ecosystem)[0] ?? '';
  const match_name = clean(matchingName(ecosystem, name));
  const { sortKey } = versionOrderOf(type, version);
  return {
    path,
    ecosystem,
    type,
    name: clean(name),
    match_name,
    version: clean(version),
    sort_key: clean(sortKey),
  };
}

/** Severities from high on fail the commit. */
async function statusOf({ id, integration }: Watch, vendor: string, publicUrl: string | undefined) {
  const { critical, high, medium, low, info, unknown } =
    (await countsOf([id])).get(id)?.findings ?? noFindings;
  const total = critical + high + medium + low + info + unknown;
  const query = new URLSearchParams({ vcsType: vendor, integrationId: integration, watch: id });
  return {
    passed: critical + high === 0,
    description:
      total === 0
        ? 'No known vulnerabilities in the dependencies'
        : `${total} findings: ${critical} critical, ${high} high, ${medium} medium, ${low} low`,
    url: publicUrl === undefined ? '' : `${publicUrl}/ui/integrations/git-scanning?${query}`,
  };
}

const noFindings = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0 };
