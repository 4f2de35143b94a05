import type { PluginChange, PluginConflict, ReleasePlugin } from '@lading/contract/rest';
import { placeOf } from '../map/parseMap.ts';
import { nameOf } from '../map/pluginName.ts';
import { whyRequired } from '../map/requiredPlugins.ts';
import { conflict } from './findConflicts.ts';
import { bySpecifier } from './ReleaseSet.ts';

/**
 * The version that an entry is built from; `undefined` with the reason if it cannot be installed.
 */
export type Described = Pick<ReleasePlugin, 'entry' | 'sha256' | 'files'> | { conflict: PluginConflict };

export interface ChangeContext {
  shipped: ReadonlyMap<string, string | null>;
  by: string;
  /** ISO 8601, UTC. */
  now: string;
  describe(specifier: string, version: string, repository: string): Promise<Described>;
}

export interface Changed {
  /** By specifier. */
  entries: ReleasePlugin[];
  conflicts: PluginConflict[];
}

const PLUGINS = 'plugins-local';

/**
 * Applies changes in order to the entries of a release set. A change that cannot be applied is a
 * conflict.
 */
export async function applyChanges(
  base: readonly ReleasePlugin[],
  changes: readonly PluginChange[],
  context: ChangeContext,
): Promise<Changed> {
  const entries = bySpecifier(base);
  const conflicts: PluginConflict[] = [];
  for (const change of changes) {
    const { specifier } = change;
    const result = await changed(change, entries.get(specifier), context);
    if (result !== undefined && 'conflict' in result) conflicts.push(result.conflict);
    else if (result === undefined) entries.delete(specifier);
    else entries.set(specifier, result);
  }
  return { entries: [...entries.values()].sort(bySpecifierName), conflicts };
}

const bySpecifierName = (one: ReleasePlugin, other: ReleasePlugin) =>
  one.specifier < other.specifier ? -1 : 1;

type Result = ReleasePlugin | undefined | { conflict: PluginConflict };

/** The entry after the change; `undefined` for none, as in the shipped map. */
async function changed(
  change: PluginChange,
  entry: ReleasePlugin | undefined,
  context: ChangeContext,
): Promise<Result> {
  const { specifier, action } = change;
  if (!nameOf(specifier)) return refuse(specifier, 'invalid', `${specifier} is not the name of a plugin`);
  if (action === 'install') return installed(change, entry, context);
  const shipped = context.shipped.get(specifier) ?? undefined;
  if (!entry && shipped === undefined)
    return refuse(specifier, 'not-installed', `${specifier} is not installed. Install a version first`);
  const { by: changedBy, now } = context;
  if (action === 'remove') return undefined;
  if (action === 'disable') {
    const why = whyRequired(specifier);
    if (why !== undefined) return refuse(specifier, 'required', `${specifier} cannot be disabled: ${why}`);
  }
  const current = entry ?? (await entryOfShipped(specifier, shipped ?? '', context));
  if ('conflict' in current) return current;
  const next = { ...current, ...CHANGES[action], changed: now, changedBy };
  // Nothing is left to say about it: it follows the console again.
  const asShipped = next.enabled && !next.pinned && next.entry === shipped;
  return asShipped ? undefined : next;
}

const CHANGES = {
  enable: { enabled: true },
  disable: { enabled: false },
  pin: { pinned: true },
  unpin: { pinned: false },
} as const;

async function installed(
  { specifier, version, repository = PLUGINS }: PluginChange,
  entry: ReleasePlugin | undefined,
  { describe, by: changedBy, now }: ChangeContext,
): Promise<Result> {
  if (version === undefined)
    return refuse(specifier, 'not-found', `No version of ${specifier} selected. Specify the field version`);
  if (entry?.pinned && entry.version !== version)
    return refuse(specifier, 'pinned', `${specifier} is pinned to version ${entry.version}. Unpin it first`);
  const described = await describe(specifier, version, repository);
  if ('conflict' in described) return described;
  const pinned = entry?.pinned ?? false;
  return {
    ...{ specifier, version, enabled: true, pinned, repository },
    ...{ entry: described.entry, sha256: described.sha256, files: described.files },
    ...{ changed: now, changedBy },
  };
}

async function entryOfShipped(
  specifier: string,
  address: string,
  { describe, by: changedBy, now }: ChangeContext,
): Promise<ReleasePlugin | { conflict: PluginConflict }> {
  const version = placeOf(address)?.version ?? '';
  const described = await describe(specifier, version, PLUGINS);
  if ('conflict' in described) return described;
  return {
    ...{ specifier, version, enabled: true, pinned: false, repository: PLUGINS },
    ...{ entry: described.entry, sha256: described.sha256, files: described.files },
    ...{ changed: now, changedBy },
  };
}

function refuse(
  specifier: string,
  code: PluginConflict['code'],
  message: string,
): { conflict: PluginConflict } {
  return { conflict: conflict({ specifier }, code, message) };
}
