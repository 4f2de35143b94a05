import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { badArchive } from '../../archives/ArchiveReading.ts';
import { readTar } from '../../archives/readTar.ts';
import { type Json, readYaml, usualLimits } from './readYaml.ts';

/** The fields of a Chart.yaml that an index repeats. */
export interface ChartMetadata {
  name: string;
  version: string;
  /** The fields of a chart in an index.yaml, including `name` and `version`. */
  fields: Record<string, Json>;
}

export interface Chart extends ChartMetadata {
  readme?: string;
}

const mebibyte = 1024 ** 2;
export const chartLimit = 100 * mebibyte;
const what = 'chart';

/**
 * Reads a packaged chart. Throws `HttpError` 400 for an invalid chart. `foreign` accepts everything
 * that Helm accepts, including unclean data.
 */
export async function readChart(
  bytes: ArchiveBytes,
  { foreign = false }: { foreign?: boolean } = {},
): Promise<Chart> {
  const folders = new Set<string>();
  const { taken } = await readTar(bytes, {
    what,
    limits: { unpackedSize: 512 * mebibyte, entries: 20_000 },
    onEntry: ({ path }) => {
      folders.add(path.split('/', 1)[0] ?? '');
      if (folders.size > 1 && !foreign)
        throw badArchive(what, 'it contains more than one folder at its root');
    },
    take: ({ path }) => {
      const [, name = '', ...below] = path.split('/');
      if (below.length) return undefined;
      if (name === 'Chart.yaml') return { maxBytes: mebibyte };
      return /^readme\.md$/i.test(name) ? { maxBytes: 512 * 1024, truncate: true } : undefined;
    },
  });
  const [path, content] = [...taken].find(([each]) => each.endsWith('/Chart.yaml')) ?? [];
  if (path === undefined || content === undefined) throw badArchive(what, 'it contains no {name}/Chart.yaml');
  const folder = path.slice(0, -'Chart.yaml'.length);
  const readme = [...taken].find(([each]) => each !== path && each.startsWith(folder))?.[1].toString();
  return { ...readMetadata(content.toString(), foreign), ...(readme ? { readme } : {}) };
}

function readMetadata(text: string, lenient: boolean): ChartMetadata {
  try {
    return chartMetadata(readYaml(text, { ...usualLimits, lenient }));
  } catch (error) {
    throw badArchive('Chart.yaml', (error as Error).message);
  }
}

/**
 * Reads the metadata in a Chart.yaml or in an index entry. Throws an `Error` that describes the
 * invalid field.
 */
export function chartMetadata(value: Json): ChartMetadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it is not a mapping');
  const { name, version, apiVersion } = value;
  if (typeof name !== 'string' || !isName(name))
    throw new Error(`its name is ${shown(name)}; expected letters, digits, '.', '_', and '-'`);
  if (typeof version !== 'string' || !isVersion(version))
    throw new Error(`its version is ${shown(version)}; expected Semantic Versioning, such as 1.2.3`);
  if (apiVersion !== undefined && apiVersion !== 'v1' && apiVersion !== 'v2')
    throw new Error(`its apiVersion is ${shown(apiVersion)}; expected v1 or v2`);
  const fields = Object.fromEntries(
    Object.entries(value).filter(([key, each]) => each !== null && kinds[key]?.(each)),
  );
  return { name, version, fields };
}

const isText = (value: Json) => typeof value === 'string';
const isList = (value: Json) => Array.isArray(value);
const isTexts = (value: Json) => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isMap = (value: Json) => typeof value === 'object' && !Array.isArray(value);

/** Expected types of the fields. A client rejects the whole index if a field has another type. */
const kinds: Readonly<Record<string, (value: Json) => boolean>> = {
  ...{
    apiVersion: isText,
    name: isText,
    version: isText,
    kubeVersion: isText,
    description: isText,
    type: isText,
  },
  ...{ keywords: isTexts, home: isText, sources: isTexts, icon: isText, condition: isText, tags: isText },
  dependencies: (value) =>
    isList(value) &&
    (value as Json[]).every(
      (each) => each !== null && isMap(each) && isDependency(each as { [key: string]: Json }),
    ),
  maintainers: (value) =>
    isList(value) &&
    (value as Json[]).every(
      (each) =>
        each !== null &&
        isMap(each) &&
        Object.values(each as object).every((field) => typeof field === 'string'),
    ),
  appVersion: isText,
  deprecated: (value) => typeof value === 'boolean',
  annotations: (value) =>
    isMap(value) && Object.values(value as object).every((each) => typeof each === 'string'),
};

function isDependency({
  name,
  version,
  repository,
  alias,
  condition,
  tags,
}: {
  [key: string]: Json;
}): boolean {
  return (
    typeof name === 'string' &&
    [version, repository, alias, condition].every((each) => each === undefined || typeof each === 'string') &&
    (tags === undefined || isTexts(tags))
  );
}

function isName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,249}$/.test(name);
}

function isVersion(version: string): boolean {
  return (
    version.length <= 200 && /^v?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(version)
  );
}

export function chartFile(name: string, version: string): string {
  return `${name}-${version}.tgz`;
}

/**
 * All charts whose file can have this name: `redis-7-cluster-1.0.0.tgz` is `redis-7-cluster` 1.0.0
 * or `redis` `7-cluster-1.0.0`.
 */
export function chartsNamed(file: string): { name: string; version: string }[] {
  const [, stem = ''] = /^(.*)\.tgz$/s.exec(file) ?? [];
  const found: { name: string; version: string }[] = [];
  for (let at = stem.indexOf('-'); at >= 0; at = stem.indexOf('-', at + 1)) {
    const [name, version] = [stem.slice(0, at), stem.slice(at + 1)];
    if (isName(name) && isVersion(version)) found.push({ name, version });
  }
  return found;
}

/** Whether the version has all three numbers, as published versions should. */
export function isFullVersion(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+]|$)/.test(version);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 100);
}
