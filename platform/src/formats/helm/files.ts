import { buffer } from 'node:stream/consumers';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import { fileNameOf } from '../../files/paths.ts';
import { setProperties } from '../../files/properties.ts';
import { addFileToVersion, fileRemoved } from '../../packages/fileVersions.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersion, unindexVersion } from '../../packages/indexing.ts';
import { ensurePackage } from '../../packages/packageRows.ts';
import type { ArrivedFile, PlainFiles } from '../../pipeline/Format.ts';
import { plausibleTime, upstreamTime } from '../../plainFiles/remote/upstreamTime.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../storage/storage.ts';
import { type Chart, chartFile, chartsNamed, isFullVersion, readChart } from './chart.ts';
import { cachedChart, chartAt, chartOf, dropChart, saveChart } from './charts.ts';
import { generatedIndex, indexFile } from './generatedIndex.ts';
import { licensesOf } from './licenses.ts';
import type { UpstreamChart } from './upstream/readIndex.ts';
import { upstreamChart } from './upstream/upstreamIndex.ts';

export const type = 'helm';
const provenanceLimit = 1024 * 1024;
const invalidChart = (message: string) => new HttpError(400, 'BAD_CHART', message);

/** Packaged charts and their provenance files, at any path. The index is generated, not stored. */
export const helmFiles: PlainFiles = {
  check(path) {
    if (!/\.tgz(?:\.prov)?$/.test(path)) throw noChart(path);
  },
  async inspect(arrived) {
    const { path, repository } = arrived;
    if (path.endsWith('.tgz')) {
      if (repository.type === 'local') await rejectExisting(repository, path);
      const foreign = repository.type !== 'local';
      const chart = await readChart(bytesOfBlob(arrived.blob), { foreign });
      return publisher(arrived, chart, foreign ? await upstreamCreationTime(repository, path) : undefined);
    }
    if (path.endsWith('.prov') && repository.type === 'local') await checkProvenance(arrived);
    return undefined;
  },
  async index(file) {
    const chart = await chartAt(file.repo, chartOfProvenance(file.path));
    if (chart)
      await addFileToVersion({ repo: file.repo, type, name: chart.name, version: chart.version }, file);
  },
  async unindex(repo, path) {
    if (path.endsWith('.prov')) {
      const chart = await chartAt(repo, chartOfProvenance(path));
      if (chart) await fileRemoved({ repo, type, name: chart.name, version: chart.version }, path);
      return;
    }
    const gone = (await dropChart(repo, path)) ?? (await cachedChart(repo, path));
    if (gone) await unindexVersion({ repo, type, ...gone });
  },
  async packageOf(path, remote) {
    const file = chartOfProvenance(path);
    const possible = chartsNamed(fileNameOf(file));
    const listed = remote && (await askUpstream(remote, file));
    // Counts the upstream's answer and every plausible reading of the file name, so that a false
    // answer cannot bypass a rule.
    const candidates = listed
      ? [listed, ...possible.filter(({ version }) => isFullVersion(version))]
      : possible;
    return candidates.map(({ name }) => name);
  },
  async locate(remote, path) {
    // The index of another folder contains URLs outside this repository, and its names are not
    // checked against rules.
    if (fileNameOf(path) === indexFile) return 'missing';
    if (!/\.tgz(?:\.prov)?$/.test(path)) return undefined;
    const chart = await upstreamChart(remote, chartOfProvenance(path));
    if (!chart) return 'missing';
    if (path.endsWith('.prov')) return { url: new URL(provenanceUrl(chart.url)) };
    return { url: new URL(chart.url), ...(chart.digest ? { checksums: { sha256: chart.digest } } : {}) };
  },
  generated: {
    owns: (path) => path === indexFile,
    read: (caller, repository) => generatedIndex(caller, repository),
    // The index is generated from the charts and cannot be uploaded.
    put: async (_target, path) => {
      throw noChart(path);
    },
  },
};

function noChart(path: string): HttpError {
  const problem = `'${path.slice(0, 200)}' is not a chart`;
  return invalidChart(`${problem}. Expected {name}-{version}.tgz or {name}-{version}.tgz.prov.`);
}

function provenanceUrl(url: string): string {
  const address = new URL(url);
  address.pathname += '.prov';
  return address.href;
}

function chartOfProvenance(path: string): string {
  return path.replace(/\.prov$/, '');
}

/** Throws `HttpError` 409 if the chart exists, unless the repository allows overwriting. */
async function rejectExisting({ key, options }: Repository, path: string): Promise<void> {
  if (options.allowOverwrite !== true && (await findFile(key, path))) throw exists(key, path);
}

function exists(repo: string, path: string): HttpError {
  return new HttpError(
    409,
    'VERSION_EXISTS',
    `${repo} already has ${path}. Publish the chart with another version.`,
  );
}

/** Creation time according to the upstream's index, which was read to find the chart. */
async function upstreamCreationTime(remote: Repository, path: string): Promise<Date | undefined> {
  return plausibleTime((await askUpstream(remote, path))?.entry.created);
}

/** Undefined also if the upstream's index cannot be read. */
async function askUpstream(remote: Repository, path: string): Promise<UpstreamChart | undefined> {
  try {
    return await upstreamChart(remote, path);
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

function publisher(
  { repository, path, blob }: ArrivedFile,
  chart: Chart,
  createdAt?: Date,
): (file: FileRow) => Promise<void> {
  const { key, options } = repository;
  const { name, version } = chart;
  if (repository.type !== 'local') {
    return async (file) => {
      const created = createdAt ?? (await upstreamTime(key, path));
      await indexVersion({ ...entry(file, chart, []), ...(created ? { created } : {}) });
    };
  }
  const expected = chartFile(name, version);
  if (fileNameOf(path) !== expected)
    throw invalidChart(
      `The chart is ${name} in version ${version}. Expected the file name ${expected}, not ${fileNameOf(path)}.`,
    );
  return (file) =>
    transaction(async () => {
      await ensurePackage(type, name);
      // Of two concurrent publishes, the second gets here after the first has finished.
      const existing = await chartOf(key, name, version);
      if (existing && existing.path !== path) throw exists(key, existing.path);
      if (existing && options.allowOverwrite !== true) throw exists(key, path);
      await saveChart(key, path, blob.sha256, file.modified, chart);
      const provenance = await findFile(key, `${path}.prov`);
      await indexVersion(entry(file, chart, provenance ? [provenance] : []));
      const { appVersion } = chart.fields;
      await setProperties(file, {
        'chart.name': [name],
        'chart.version': [version],
        ...(typeof appVersion === 'string' && appVersion
          ? { 'chart.appVersion': [appVersion.slice(0, 200)] }
          : {}),
      });
    });
}

function entry(file: FileRow, { name, version, fields, readme }: Chart, others: FileRow[]): IndexedVersion {
  const { description, keywords, deprecated, dependencies } = fields;
  const needed = (Array.isArray(dependencies) ? dependencies : []) as { name: string; version?: string }[];
  return {
    repo: file.repo,
    type,
    name,
    version,
    created: file.modified,
    licenses: licensesOf(fields.annotations),
    ...(typeof description === 'string' ? { description } : {}),
    keywords: (Array.isArray(keywords) ? keywords : []) as string[],
    dependencies: Object.fromEntries(needed.map((each) => [each.name, each.version ?? '*'])),
    ...(readme ? { readme } : {}),
    ...(deprecated === true ? { deprecated: 'The chart is marked as deprecated' } : {}),
    leadFile: file.path,
    files: [file, ...others],
  };
}

async function checkProvenance({ repository, path, blob }: ArrivedFile): Promise<void> {
  await rejectExisting(repository, path);
  if (blob.size > provenanceLimit)
    throw invalidChart(`${path} exceeds the limit of ${provenanceLimit} bytes`);
  const text = (await buffer(await blobs().open(blob.sha256))).toString();
  if (!text.startsWith('-----BEGIN PGP SIGNED MESSAGE-----'))
    throw invalidChart(`${path} is not a chart provenance file. Expected a message signed with PGP.`);
}
