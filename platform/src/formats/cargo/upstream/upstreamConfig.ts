import { text } from 'node:stream/consumers';
import { HttpError } from '../../../errors/HttpError.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { indexPath } from '../names.ts';

const maxConfigBytes = 64 * 1024;

/**
 * The URL of a path below the upstream's index. Throws `UpstreamError` if the repository has no
 * valid URL.
 */
export function upstreamAddress(repository: Repository, path: string): URL {
  const { url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense(repository, 'no response: no URL is configured');
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`;
  return address;
}

/** The URL of a crate's file according to the upstream's configuration. Throws `UpstreamError`. */
export async function downloadAddress(
  repository: Repository,
  { name, version, sha256 }: { name: string; version: string; sha256: string },
): Promise<URL> {
  const template = await downloadTemplate(repository);
  const prefix = indexPath(name).split('/').slice(0, -1).join('/');
  const marks: Record<string, string> = {
    '{crate}': encodeURIComponent(name),
    '{version}': encodeURIComponent(version),
    '{prefix}': name.length > 3 ? `${name.slice(0, 2)}/${name.slice(2, 4)}` : prefix,
    '{lowerprefix}': prefix,
    '{sha256-checksum}': sha256,
  };
  const filled = template.replace(/\{[a-z0-9-]+\}/g, (mark) => marks[mark] ?? mark);
  return new URL(
    filled === template ? `${template}/${marks['{crate}']}/${marks['{version}']}/download` : filled,
  );
}

async function downloadTemplate(repository: Repository): Promise<string> {
  const found = await remoteFile(repository, '.cargo/config.json', {
    url: upstreamAddress(repository, 'config.json'),
    aside: true,
    limit: maxConfigBytes,
    inspect: async ({ sha256 }) => {
      await readTemplate(sha256);
      return async () => undefined;
    },
  });
  if (!found) throw upstreamNonsense(repository, 'no config.json; expected the URL of a sparse index');
  if ('passing' in found) found.passing?.destroy();
  const { sha256 } = 'stored' in found ? await found.stored : found;
  return readTemplate(sha256);
}

async function readTemplate(sha256: string): Promise<string> {
  let config: unknown;
  try {
    config = JSON.parse(await text(await blobs().open(sha256)));
  } catch {
    throw new HttpError(400, 'BAD_CONFIG', 'a config.json that is not JSON');
  }
  const dl = (config as { dl?: unknown } | null)?.dl;
  const plain = typeof dl === 'string' ? dl.replace(/\{[a-z0-9-]+\}/g, 'x') : '';
  if (typeof dl === 'string' && URL.canParse(plain) && /^https?:$/.test(new URL(plain).protocol)) return dl;
  throw new HttpError(400, 'BAD_CONFIG', "a config.json without a URL in 'dl'");
}
