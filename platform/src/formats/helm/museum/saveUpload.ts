import { buffer } from 'node:stream/consumers';
import type { Caller } from '../../../access/Caller.ts';
import { bytesOfBlob } from '../../../archives/ArchiveBytes.ts';
import type { StagedBlob } from '../../../blobs/BlobStore.ts';
import { transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { inspectPlainFile } from '../../../pipeline/plainFile.ts';
import { store } from '../../../pipeline/publish.ts';
import { keptBlob } from '../../../pipeline/receive.ts';
import { authorizeWrite } from '../../../pipeline/writeTarget.ts';
import type { Repository } from '../../../repositories/Repository.ts';
import { blobs } from '../../../storage/storage.ts';
import { chartFile, readChart } from '../chart.ts';
import { chartOf } from '../charts.ts';
import type { Upload } from './readUpload.ts';

/**
 * Stores an upload at the path of its chart, completely or not at all. Throws `HttpError` 400, 403,
 * or 409.
 */
export async function saveUpload(caller: Caller, target: Repository, { chart, prov }: Upload): Promise<void> {
  const path = chart ? await pathOfChart(chart) : await pathOfProvenance(target.key, prov);
  const files = [
    ...(chart ? [await prepared(caller, target, path, chart)] : []),
    ...(prov ? [await prepared(caller, target, `${path}.prov`, prov)] : []),
  ];
  await transaction(async () => {
    for (const { publication, blob } of files) await store(publication, keptBlob(blob));
  });
}

async function prepared(caller: Caller, target: Repository, path: string, blob: StagedBlob) {
  await authorizeWrite(caller, 'deploy', target, path);
  return { publication: await inspectPlainFile(caller, target, path, blob), blob };
}

async function pathOfChart(chart: StagedBlob): Promise<string> {
  const { name, version } = await readChart(bytesOfBlob(chart));
  return chartFile(name, version);
}

/**
 * The path of the chart that a provenance file belongs to, where the chart is stored if it exists.
 */
async function pathOfProvenance(repo: string, prov: StagedBlob | undefined): Promise<string> {
  const text =
    prov && prov.size <= 1024 * 1024 ? (await buffer(await blobs().open(prov.sha256))).toString() : '';
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*["']?([^"'\\s]+)`, 'm').exec(text)?.[1] ?? '';
  const [name, version] = [field('name'), field('version')];
  if (!name || !version)
    throw new HttpError(
      400,
      'BAD_CHART',
      'Invalid provenance file. Expected the content of Chart.yaml with name and version.',
    );
  return (await chartOf(repo, name, version))?.path ?? chartFile(name, version);
}
