import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { currentPlatform } from '../../database/db.ts';
import { type Reach, reaches, type Within } from '../../files/tree/reach.ts';
import { keptNames } from '../../packages/ownedNames.ts';
import { CountedCache } from '../../platform/CountedCache.ts';
import { rulesOf } from '../../repositories/names/rules.ts';
import { mayQueryUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { remoteOptions } from '../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { chartFile } from './chart.ts';
import { allCharts, type ChartEntry, chartsState } from './charts.ts';
import type { Json } from './readYaml.ts';
import { type UpstreamIndex, upstreamIndex } from './upstream/upstreamIndex.ts';
import { yamlLines } from './writeYaml.ts';

export interface WrittenIndex {
  text: Buffer;
  etag: string;
  /** Time of the last change to the content. */
  changed: Date;
  packed(): Promise<Buffer>;
}

/** Number of entries to write before the event loop gets control. */
const yieldAfterEntries = 500;

/** By the state of their sources; bounded by total bytes. */
export const createIndexes = () => new CountedCache<Promise<WrittenIndex>>({ maxSize: 96 * 1024 ** 2 });
const indexCache = () => currentPlatform().formats.helm.indexes;

interface Source extends Within {
  upstream?: UpstreamIndex;
  state: string;
  changed: Date;
}

/**
 * The index.yaml of these members of the repository, limited to what the caller can read. Written
 * once per change of the content. Names that a local member has or had are never taken from an
 * upstream. A failing upstream is passed to `report` if there are other members; otherwise the
 * `UpstreamError` is thrown.
 */
export async function indexOf(
  repository: Repository,
  within: readonly Within[],
  report: Report,
): Promise<WrittenIndex> {
  const sources = await sourcesOf(within, report);
  const rules = JSON.stringify([
    repository.options.allowUpstreamFor,
    repository.options.denyUpstreamFor,
    await rulesOf(repository.key),
  ]);
  const own = await ownOf(repository, within);
  const hidden = await Promise.all(own.hidden.map(async (key) => `${key} ${(await chartsState(key)).state}`));
  const key = [
    repository.key,
    rules,
    ...hidden,
    '|',
    ...own.once,
    '|',
    ...sources.map((each) => `${each.repository.key} ${each.state} ${JSON.stringify(each.reach)}`),
  ].join('\n');
  const known = indexCache().get(key);
  if (known) return known;
  const writing = write(repository, sources, own);
  indexCache().set(key, writing, { size: 1 });
  const written = await writing.catch((error: unknown) => {
    indexCache().delete(key);
    throw error;
  });
  indexCache().set(key, writing, { size: written.text.length });
  return written;
}

/** Local names that the caller does not see. */
interface Own {
  /** Local repositories that the caller cannot read. */
  hidden: string[];
  /** Lowercase names of deleted charts. */
  once: ReadonlySet<string>;
}

async function ownOf(repository: Repository, shown: readonly Within[]): Promise<Own> {
  if (repository.type !== 'virtual') return { hidden: [], once: new Set() };
  const locals = (await membersOf(repository)).filter(({ type }) => type === 'local').map(({ key }) => key);
  const hidden = locals.filter((key) => !shown.some((each) => each.repository.key === key));
  return { hidden, once: await keptNames(locals, 'helm') };
}

type Report = (failure: UpstreamError) => void;

/** The entries as data, by name. */
export async function entriesOf(
  repository: Repository,
  within: readonly Within[],
  report: Report,
): Promise<Map<string, ChartEntry[]>> {
  return gather(repository, await sourcesOf(within, report), await ownOf(repository, within));
}

async function sourcesOf(within: readonly Within[], report: Report): Promise<Source[]> {
  const sources: Source[] = [];
  let failure: UpstreamError | undefined;
  for (const { repository, reach } of within) {
    if (repository.type === 'local') {
      sources.push({ repository, reach, ...(await chartsState(repository.key)) });
      continue;
    }
    try {
      const upstream = await upstreamIndex(repository);
      if (!upstream) continue;
      const { state, changed } = upstream;
      sources.push({ repository, reach, upstream, state, changed });
    } catch (error) {
      if (!(error instanceof UpstreamError) || remoteOptions(repository).hardFail) throw error;
      failure ??= error;
    }
  }
  if (failure && !sources.length) throw failure;
  if (failure) report(failure);
  // Local repositories come first.
  return sources.sort((a, b) => Number(Boolean(a.upstream)) - Number(Boolean(b.upstream)));
}

interface Line {
  sortKey: string;
  entry: ChartEntry;
}

async function write(repository: Repository, sources: readonly Source[], own: Own): Promise<WrittenIndex> {
  const byName = await gather(repository, sources, own);
  const changed = Math.max(0, ...sources.map((source) => source.changed.getTime()));
  const parts = ['apiVersion: v1\n', byName.size ? 'entries:\n' : 'entries: {}\n'];
  let done = 0;
  for (const name of [...byName.keys()].sort()) {
    parts.push(`  ${yamlLines(name)[0]}:\n`);
    for (const entry of byName.get(name) ?? []) {
      parts.push(`${yamlLines([entry], '  ').join('\n')}\n`);
      done += 1;
      if (done % yieldAfterEntries === 0) await new Promise(setImmediate);
    }
  }
  parts.push(`generated: ${JSON.stringify(new Date(changed).toISOString())}\n`);
  const text = Buffer.from(parts.join(''));
  const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
  let packed: Promise<Buffer> | undefined;
  return {
    text,
    etag,
    changed: new Date(changed),
    packed() {
      packed ??= promisify(gzip)(text, { level: 6 });
      return packed;
    },
  };
}

/**
 * The entries of each name that the caller can read, newest version first. If several members have
 * a version, the first member wins.
 */
async function gather(
  repository: Repository,
  sources: readonly Source[],
  { hidden, once }: Own,
): Promise<Map<string, ChartEntry[]>> {
  const found = new Map<string, Map<string, Line>>();
  const add = (reach: Reach, path: string, line: Line) => {
    if (!reaches(reach, path)) return;
    const { name, version } = line.entry;
    const versions = found.get(name) ?? new Map<string, Line>();
    found.set(name, versions);
    if (!versions.has(version)) versions.set(version, line);
  };
  const own = new Set<string>();
  const open = new Map<string, boolean>();
  for (const key of hidden) for (const { name } of await allCharts(key)) own.add(name);
  for (const { repository: member, reach, upstream } of sources) {
    if (upstream) {
      for (const { name, version, sortKey, entry } of upstream.charts) {
        const known = open.get(name);
        const owned = own.has(name) || once.has(name.toLowerCase());
        const may = known ?? (await mayQueryUpstream(repository, name, owned));
        if (known === undefined) open.set(name, may);
        if (may) add(reach, chartFile(name, version), { sortKey, entry });
      }
      continue;
    }
    for (const { name, sortKey, entry, path, created } of await allCharts(member.key)) {
      own.add(name);
      const urls: Json = [path.split('/').map(encodeURIComponent).join('/')];
      add(reach, path, { sortKey, entry: { ...entry, created: created.toISOString(), urls } });
    }
  }
  const sorted = (lines: Map<string, Line>) =>
    [...lines.values()].sort((a, b) => order(b, a)).map(({ entry }) => entry);
  return new Map([...found].map(([name, lines]) => [name, sorted(lines)]));
}

function order(a: Line, b: Line): number {
  const [first, second] = [`${a.sortKey} ${a.entry.version}`, `${b.sortKey} ${b.entry.version}`];
  return first < second ? -1 : first > second ? 1 : 0;
}
