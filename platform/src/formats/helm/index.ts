import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../database/db.ts';
import { type Reach, reaches, type Within } from '../../files/tree/reach.ts';
import { keptNames } from '../../packages/ownedNames.ts';
import { rulesOf } from '../../repositories/names/rules.ts';
import { mayAskUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { chartFile } from './chart.ts';
import { allCharts, type ChartEntry, chartsState } from './charts.ts';
import type { Json } from './readYaml.ts';
import { type UpstreamIndex, upstreamIndex } from './upstream/upstreamIndex.ts';
import { yamlLines } from './writeYaml.ts';

export interface WrittenIndex {
  text: Buffer;
  etag: string;
  /** When what it tells of changed last. */
  changed: Date;
  packed(): Promise<Buffer>;
}

/** How long writing goes on before others get their turn, in entries. */
const turn = 500;

/** By what they were written from; bounded by their bytes. */
export const createIndexes = () => new LRUCache<string, Promise<WrittenIndex>>({ maxSize: 96 * 1024 ** 2 });
const kept = () => currentPlatform().formats.helm.indexes;

interface Source extends Within {
  upstream?: UpstreamIndex;
  state: string;
  changed: Date;
}

/**
 * The index.yaml of these members of the repository, as far as the caller may read them: written once for each change of what they hold.
 * Names that a local member has, or had, are no upstream's. An upstream that fails is reported where there is something else, and is an
 * `UpstreamError` otherwise.
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
  const known = kept().get(key);
  if (known) return known;
  const writing = write(repository, sources, own);
  kept().set(key, writing, { size: 1 });
  const written = await writing.catch((error: unknown) => {
    kept().delete(key);
    throw error;
  });
  kept().set(key, writing, { size: written.text.length });
  return written;
}

/** What is ours besides what the caller sees. */
interface Own {
  /** Local repositories that he may not see. */
  hidden: string[];
  /** Names of charts that are gone, in small letters. */
  once: ReadonlySet<string>;
}

async function ownOf(repository: Repository, shown: readonly Within[]): Promise<Own> {
  if (repository.type !== 'virtual') return { hidden: [], once: new Set() };
  const locals = (await membersOf(repository)).filter(({ type }) => type === 'local').map(({ key }) => key);
  const hidden = locals.filter((key) => !shown.some((each) => each.repository.key === key));
  return { hidden, once: await keptNames(locals, 'helm') };
}

type Report = (failure: UpstreamError) => void;

/** The same as data, by name. */
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
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure && !sources.length) throw failure;
  if (failure) report(failure);
  // What is here comes first.
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
      if (done % turn === 0) await new Promise(setImmediate);
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

/** The entries of each name within reach, the newest version first; of a version that several have, the first one's. */
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
        const may = known ?? (await mayAskUpstream(repository, name, owned));
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
