import { HttpError } from '../../../errors/HttpError.ts';
import { childOf, childrenOf, escapeXml, readXml, textOf } from '../../../xml/readXml.ts';
import { isSnapshot } from '../layout.ts';
import { versionOrder } from '../version/versionOrder.ts';
import type { Plugin } from './plugins.ts';

/** One kind of file in a snapshot, from its newest build. */
export interface SnapshotVersion {
  classifier: string;
  extension: string;
  /** `1.0-20240131.120000-1`. */
  value: string;
  /** `20240131120000`. */
  updated: string;
}

/** The content of a `maven-metadata.xml`. */
export interface Metadata {
  group: string;
  artifact: string;
  /** Only for a snapshot. */
  version: string;
  versions: string[];
  /** The newest build, for clients that do not read `snapshotVersions`. */
  snapshot?: { timestamp: string; number: number };
  snapshotVersions: SnapshotVersion[];
  plugins: Plugin[];
  /** `20240131120000`, in UTC; empty if unknown. */
  lastUpdated: string;
}

export const emptyMetadata: Metadata = {
  ...{ group: '', artifact: '', version: '', lastUpdated: '' },
  ...{ versions: [], snapshotVersions: [], plugins: [] },
};

/** Maximum number of characters. */
const maxLength = 8 * 1024 * 1024;

/** Throws `HttpError` 400 for invalid metadata. */
export function readMetadata(content: string): Metadata {
  const root = readXml(content, 'metadata', { size: maxLength, elements: 200_000, depth: 20 });
  if (root.name !== 'metadata')
    throw new HttpError(
      400,
      'BAD_METADATA',
      `Invalid metadata: its root is <${root.name.slice(0, 100)}>; expected <metadata>`,
    );
  const versioning = childOf(root, 'versioning');
  const snapshot = childOf(versioning, 'snapshot');
  const [timestamp, number] = [textOf(snapshot, 'timestamp') ?? '', textOf(snapshot, 'buildNumber') ?? ''];
  const digits = (text: string | undefined) => (/^\d{1,14}$/.test(text ?? '') ? (text ?? '') : '');
  return {
    group: textOf(root, 'groupId') ?? '',
    artifact: textOf(root, 'artifactId') ?? '',
    version: textOf(root, 'version') ?? '',
    versions: childrenOf(childOf(versioning, 'versions'), 'version')
      .map(({ text }) => text.trim())
      .filter((text) => text !== '' && text.length <= 256),
    ...(/^\d{8}\.\d{6}$/.test(timestamp) && /^\d{1,9}$/.test(number)
      ? { snapshot: { timestamp, number: Number(number) } }
      : {}),
    snapshotVersions: childrenOf(childOf(versioning, 'snapshotVersions'), 'snapshotVersion').map((each) => ({
      classifier: textOf(each, 'classifier') ?? '',
      extension: textOf(each, 'extension') ?? '',
      value: textOf(each, 'value') ?? '',
      updated: digits(textOf(each, 'updated')),
    })),
    plugins: childrenOf(childOf(root, 'plugins'), 'plugin').map((each) => ({
      name: textOf(each, 'name') ?? '',
      prefix: textOf(each, 'prefix') ?? '',
      artifact: textOf(each, 'artifactId') ?? '',
    })),
    lastUpdated: digits(textOf(versioning, 'lastUpdated')),
  };
}

/** Merges the metadata of several repositories. For single values, the first repository wins. */
export function mergeMetadata(all: readonly Metadata[]): Metadata {
  const first = (key: 'group' | 'artifact' | 'version') =>
    all.map((each) => each[key]).find((text) => text !== '') ?? '';
  const newest = new Map<string, SnapshotVersion>();
  for (const each of all.flatMap(({ snapshotVersions }) => snapshotVersions)) {
    const kind = `${each.classifier}:${each.extension}`;
    const other = newest.get(kind);
    if (!other || each.updated > other.updated) newest.set(kind, each);
  }
  const prefixes = new Map<string, Plugin>();
  for (const each of all.flatMap(({ plugins }) => plugins))
    if (!prefixes.has(each.prefix)) prefixes.set(each.prefix, each);
  const builds = all.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []));
  const [snapshot] = builds.sort((a, b) =>
    a.timestamp === b.timestamp ? b.number - a.number : a.timestamp < b.timestamp ? 1 : -1,
  );
  return {
    ...{ group: first('group'), artifact: first('artifact'), version: first('version') },
    versions: inOrder(new Set(all.flatMap(({ versions }) => versions))),
    ...(snapshot ? { snapshot } : {}),
    snapshotVersions: [...newest.values()],
    plugins: [...prefixes.values()],
    lastUpdated:
      all
        .map(({ lastUpdated }) => lastUpdated)
        .sort()
        .at(-1) ?? '',
  };
}

function inOrder(versions: Iterable<string>): string[] {
  const keyed = [...versions].map((version) => ({ version, key: versionOrder(version).sortKey }));
  return keyed
    .sort((a, b) => (a.key === b.key ? compare(a.version, b.version) : compare(a.key, b.key)))
    .map(({ version }) => version);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Writes the document for clients. The versions are in Maven order: `latest` is the last one,
 * `release` the last one that is not a snapshot.
 */
export function writeMetadata(metadata: Metadata): string {
  const { group, artifact, version, versions, snapshot, snapshotVersions, plugins, lastUpdated } = metadata;
  const tag = (name: string, text: string) => (text === '' ? [] : [`<${name}>${escapeXml(text)}</${name}>`]);
  const within = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`<${name}>`, ...lines.map((line) => `  ${line}`), `</${name}>`];
  const lines = within('metadata', [
    ...tag('groupId', group),
    ...tag('artifactId', artifact),
    ...tag('version', version),
    ...within('versioning', [
      ...tag('latest', versions.at(-1) ?? ''),
      ...tag('release', versions.findLast((each) => !isSnapshot(each)) ?? ''),
      ...within(
        'snapshot',
        snapshot
          ? [...tag('timestamp', snapshot.timestamp), ...tag('buildNumber', `${snapshot.number}`)]
          : [],
      ),
      ...within(
        'versions',
        versions.flatMap((each) => tag('version', each)),
      ),
      ...tag('lastUpdated', lastUpdated),
      ...within(
        'snapshotVersions',
        snapshotVersions.flatMap(({ classifier, extension, value, updated }) =>
          within('snapshotVersion', [
            ...tag('classifier', classifier),
            ...tag('extension', extension),
            ...tag('value', value),
            ...tag('updated', updated),
          ]),
        ),
      ),
    ]),
    ...within(
      'plugins',
      plugins.flatMap(({ name, prefix, artifact: of }) =>
        within('plugin', [...tag('name', name), ...tag('prefix', prefix), ...tag('artifactId', of)]),
      ),
    ),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}
