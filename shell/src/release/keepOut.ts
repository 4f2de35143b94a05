import type { PluginManifest, RouteContribution } from '@lading/contract';
import type { BootDocument, BootFrame } from '@lading/contract/rest';
import { runInAction } from 'mobx';
import { FRAMES } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Candidate } from '../registry/conflicts.ts';
import type { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import type { PageData } from './readPage.ts';
import { reloadPlugin } from './reloadPlugin.ts';

/**
 * Withdraws plugins that are untrusted in a newer page. They keep their pages, which are shown in
 * frames when they are opened next, so that their code is not loaded again. A page without frames
 * asks to be reloaded instead: its policy has none. Only a reload undoes it.
 */
export function keepOut(
  { plugins, registry }: Pick<Shell, 'plugins' | 'registry'>,
  { map }: Pick<PageData, 'map'>,
  next: BootDocument,
): void {
  const hasFrames = map.imports[FRAMES] !== undefined;
  const frames = new Map(next.plugins.map(({ specifier, frame }) => [specifier, frame]));
  runInAction(() => {
    for (const record of plugins.records) {
      const frame = frames.get(record.specifier);
      if (frame && !record.frame && !record.removed) withdraw(registry, record, frame, hasFrames);
    }
  });
}

/** Whether the page lacks contributions that only a reload returns. */
export function isIncomplete(records: readonly PluginRecord[]): boolean {
  return records.some(({ removed }) => removed);
}

function withdraw(registry: Registry, record: PluginRecord, frame: BootFrame, hasFrames: boolean): void {
  record.removed = true;
  record.frame = frame;
  if (!hasFrames) {
    record.frames = { framedPlugin: reloadPlugin };
    // The times would not be those of the plugin.
    record.timed = () => {};
  }
  const { manifest } = record;
  if (!manifest) {
    // Retry would register the trusted manifest. Now it reloads the page.
    record.problem = true;
    return;
  }
  for (const [kind, list] of registry.lists) {
    const isOwn = ({ plugin }: Candidate) => plugin === record.name;
    if (!list.some(isOwn)) continue;
    if (kind !== 'routes') list.replace(list.filter((candidate) => !isOwn(candidate)));
    else list.replace(list.map((candidate) => (isOwn(candidate) ? plainCandidate(candidate) : candidate)));
  }
  record.manifest = framedManifest(manifest);
}

/** Frames find no function by a reference that the plugin chose, and need none of its files. */
function framedManifest(manifest: PluginManifest): PluginManifest {
  const { routes = [] } = manifest.contributions;
  return { ...manifest, files: [], preload: {}, contributions: { routes: routes.map(plainRoute) } };
}

function plainCandidate(candidate: Candidate): Candidate {
  return { ...candidate, value: plainRoute(candidate.value as RouteContribution) };
}

type PlainRoute = Pick<RouteContribution, 'path' | 'name' | 'title' | 'requires' | 'otherwise'>;

/** As the server does for untrusted plugins: a frame without header could imitate the sign-in. */
function plainRoute({ path, name, title, requires, otherwise }: PlainRoute): PlainRoute {
  return {
    ...{ path, name, title },
    ...(requires ? { requires } : {}),
    ...(otherwise ? { otherwise } : {}),
  };
}
