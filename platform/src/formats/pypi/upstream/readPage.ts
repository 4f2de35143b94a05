import { Parser } from 'htmlparser2';
import { HttpError } from '../../../errors/HttpError.ts';
import { isFileName } from '../fileNames.ts';
import type { SimpleFile } from '../simple/SimpleProject.ts';

/** A file at an upstream, with its URL. */
export interface UpstreamFile extends SimpleFile {
  url: string;
}

export interface UpstreamPage {
  files: UpstreamFile[];
  /** Includes versions without files. */
  versions: string[];
}

const maxFiles = 100_000;
/** Extensions of distributions. Other files in an index, such as signatures, are skipped. */
const distribution = /\.(?:whl|tar\.gz|zip|egg|tar\.bz2|tar\.xz|tgz|exe|msi|rpm)$/i;
const algorithms = /^(?:sha256|sha384|sha512|sha224|sha1|md5|blake2b)$/;

/**
 * Parses an upstream's project page in JSON or HTML. `base` is the URL of the page. Skips invalid
 * entries. Throws `HttpError` 400 for an invalid page.
 */
export function readPage(text: string, base: string): UpstreamPage {
  return /^\s*\{/.test(text) ? fromJson(text, base) : fromHtml(text, base);
}

type Entry = Record<string, unknown>;

function fromJson(text: string, base: string): UpstreamPage {
  let page: Entry;
  try {
    page = JSON.parse(text) as Entry;
  } catch {
    throw new HttpError(400, 'BAD_PAGE', 'the index page is not JSON');
  }
  if (!Array.isArray(page.files)) throw new HttpError(400, 'BAD_PAGE', "the index page has no list 'files'");
  const versions = Array.isArray(page.versions) ? page.versions : [];
  return {
    files: page.files.slice(0, maxFiles).flatMap((entry) => jsonFile(entry, base) ?? []),
    versions: versions.filter(
      (version): version is string => typeof version === 'string' && version.length < 100,
    ),
  };
}

function jsonFile(entry: unknown, base: string): UpstreamFile | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const of = entry as Entry;
  const { filename, url, size, yanked } = of;
  const address = typeof url === 'string' ? addressOf(url, base) : undefined;
  if (typeof filename !== 'string' || !isDistribution(filename) || !address) return undefined;
  const known = of['core-metadata'] ?? of['data-dist-info-metadata'] ?? of['dist-info-metadata'];
  const uploaded = of['upload-time'];
  return {
    filename,
    url: address.href,
    hashes: hashesOf(of.hashes),
    ...requires(of['requires-python']),
    ...(typeof size === 'number' && size >= 0 ? { size } : {}),
    ...(typeof uploaded === 'string' && uploaded.length < 50 ? { uploaded } : {}),
    ...(typeof yanked === 'string'
      ? { yanked: yanked.slice(0, 1000) }
      : yanked === true
        ? { yanked: '' }
        : {}),
    ...(known ? { metadata: sha256Of(typeof known === 'object' ? hashesOf(known) : {}) } : {}),
  };
}

function fromHtml(text: string, base: string): UpstreamPage {
  if (!text.includes('<')) throw new HttpError(400, 'BAD_PAGE', 'the index page is neither HTML nor JSON');
  const files: UpstreamFile[] = [];
  let origin = base;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { href } = attributes;
      if (tag === 'base' && href !== undefined) origin = addressOf(href, base)?.href ?? base;
      if (tag !== 'a' || href === undefined || files.length >= maxFiles) return;
      const file = htmlFile(href, attributes, origin);
      if (file) files.push(file);
    },
  });
  parser.end(text);
  return { files, versions: [] };
}

function htmlFile(
  href: string,
  attributes: Readonly<Record<string, string>>,
  base: string,
): UpstreamFile | undefined {
  const url = addressOf(href, base);
  if (!url) return undefined;
  const filename = decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  if (!isDistribution(filename)) return undefined;
  const hashes = hashesOf(Object.fromEntries([url.hash.slice(1).split(/[=&]/, 2)]));
  url.hash = '';
  const known = attributes['data-core-metadata'] ?? attributes['data-dist-info-metadata'];
  const yanked = attributes['data-yanked'];
  return {
    filename,
    url: url.href,
    hashes,
    ...requires(attributes['data-requires-python']),
    ...(yanked === undefined ? {} : { yanked: yanked.slice(0, 1000) }),
    ...(known === undefined
      ? {}
      : { metadata: sha256Of(hashesOf(Object.fromEntries([known.split('=', 2)]))) }),
  };
}

function isDistribution(filename: string): boolean {
  return isFileName(filename) && distribution.test(filename);
}

function addressOf(href: string, base: string): URL | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

function hashesOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const pairs = Object.entries(value).filter(
    (pair): pair is [string, string] =>
      algorithms.test(pair[0]) && typeof pair[1] === 'string' && /^[0-9a-f]{32,128}$/i.test(pair[1]),
  );
  return Object.fromEntries(pairs.map(([algorithm, hash]) => [algorithm, hash.toLowerCase()]));
}

function sha256Of({ sha256 }: Readonly<Record<string, string>>): { sha256?: string } {
  return sha256 === undefined ? {} : { sha256 };
}

function requires(value: unknown): { requiresPython?: string } {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? { requiresPython: value } : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
