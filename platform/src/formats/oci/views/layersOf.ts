import type { DockerConfig, DockerLayer, DockerLayers } from '@lading/contract/rest';
import type { Named } from '../dockerPath.ts';
import { firstImage, readConfig } from '../manifests/describeImage.ts';
import { type FoundManifest, manifestBytes } from '../manifests/findManifest.ts';
import { type Descriptor, isObject, type Manifest, readManifest } from '../manifests/readManifest.ts';
import { platformName } from './platformName.ts';

/**
 * The details of an image for the console: for an index, those of its first platform. Fields
 * missing in the configuration are empty.
 */
export async function layersOf(named: Named, found: FoundManifest): Promise<DockerLayers> {
  const given = readManifest(await manifestBytes(found.sha256), found.mediaType);
  const manifest = given.config ? given : await firstImage(named, given);
  const config = manifest?.config ? await readConfig(named, manifest.config) : undefined;
  const inner = isObject(config?.config) ? config.config : {};
  const parts = manifest ? [...(manifest.config ? [manifest.config] : []), ...manifest.layers] : [];
  return {
    tagInfo: {
      title: `${named.image}${found.tag === null ? `@${found.digest}` : `:${found.tag}`}${platform(given, config)}`,
      digest: found.digest,
      totalSize: parts.reduce((sum, { size }) => sum + size, 0),
      ports: keysOf(inner.ExposedPorts),
      volumes: keysOf(inner.Volumes),
      labels: texts(inner.Labels).map(([key, value]) => ({ key, value })),
      ...(config ? { config: runOf(inner) } : {}),
      ...platforms(given, config),
    },
    blobsInfo: steps(manifest?.layers ?? [], config?.history),
  };
}

/** The runtime configuration of containers. */
function runOf({
  User,
  WorkingDir,
  Entrypoint,
  Cmd,
  Env,
  StopSignal,
}: Record<string, unknown>): DockerConfig {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const list = (value: unknown) =>
    (Array.isArray(value) ? value : [])
      .filter((each): each is string => typeof each === 'string')
      .slice(0, 500);
  return {
    ...{ user: text(User), workingDir: text(WorkingDir), stopSignal: text(StopSignal) },
    ...{ entrypoint: list(Entrypoint), command: list(Cmd) },
    env: list(Env).map((each) => {
      const [key = '', ...value] = each.split('=');
      return { key, value: value.join('=') };
    }),
  };
}

/** The platform of the image shown for an index. */
function platform(given: Manifest, config: Record<string, unknown> | undefined): string {
  const { os, architecture } = config ?? {};
  const isKnown = typeof os === 'string' && typeof architecture === 'string';
  return given.config || !isKnown ? '' : ` (${os}/${architecture})`;
}

/** The platform of the image, and all platforms of an index. Attestations have none. */
function platforms(
  given: Manifest,
  config: Record<string, unknown> | undefined,
): Pick<DockerLayers['tagInfo'], 'platform' | 'platforms'> {
  const shown = platformName(config);
  const listed = given.manifests.flatMap(({ digest, platform }) => {
    const name = platformName(platform);
    return name === undefined ? [] : [{ name, digest }];
  });
  return {
    ...(shown === undefined ? {} : { platform: shown }),
    ...(listed.length > 0 ? { platforms: listed.slice(0, 100) } : {}),
  };
}

function steps(layers: readonly Descriptor[], history: unknown): DockerLayer[] {
  const entries = Array.isArray(history) ? history.filter(isObject).slice(0, 2000) : [];
  const filled = entries.filter(({ empty_layer }) => empty_layer !== true).length;
  // A history that does not match the layers is ignored.
  if (filled !== layers.length) return layers.map((layer) => step(layer, undefined, layer.digest));
  const rest = [...layers];
  return entries.map((entry, at) => {
    const layer = entry.empty_layer === true ? undefined : rest.shift();
    return step(layer, entry, `${at}`);
  });
}

function step(
  layer: Descriptor | undefined,
  entry: Record<string, unknown> | undefined,
  id: string,
): DockerLayer {
  const { created, created_by: by } = entry ?? {};
  const digest = layer?.digest ?? '';
  return {
    id: digest === '' ? `step-${id}` : id === digest ? digest : `${id}-${digest}`,
    shortId: digest.split(':')[1]?.slice(0, 12) ?? '',
    digest,
    size: layer?.size ?? 0,
    created:
      typeof created === 'string' && !Number.isNaN(Date.parse(created))
        ? new Date(created).toISOString()
        : '',
    ...commandOf(typeof by === 'string' ? by : ''),
  };
}

/**
 * Parses a build step as builders write it: `/bin/sh -c #(nop)  CMD ["sh"]`, `RUN /bin/sh -c apk
 * add curl # buildkit`.
 */
export function commandOf(text: string): Pick<DockerLayer, 'command' | 'commandText'> {
  const plain = text.trim().replace(/\s*# buildkit$/, '');
  const [, noRun] = /^\/bin\/sh -c #\(nop\)\s*(.*)$/s.exec(plain) ?? [];
  const [, run] = /^(?:RUN\s+)?(?:\|\d+\s+.*?\s)?\/bin\/(?:ba)?sh -c\s+(.*)$/s.exec(plain) ?? [];
  if (noRun === undefined && run !== undefined) return { command: 'RUN', commandText: run };
  const [, command, commandText] = /^([A-Z]{2,12})\s+(.*)$/s.exec(noRun ?? plain) ?? [];
  if (command === undefined || commandText === undefined) return { command: '', commandText: noRun ?? plain };
  return { command, commandText };
}

function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value).slice(0, 500).sort() : [];
}

function texts(value: unknown): [string, string][] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.filter((each): each is [string, string] => typeof each[1] === 'string').slice(0, 500);
}
