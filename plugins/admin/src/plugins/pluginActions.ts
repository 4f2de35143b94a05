import type { ManagedPlugin, PluginChange } from '@lading/contract/rest';

export type Action = 'install' | 'upgrade' | 'enable' | 'disable' | 'pin' | 'unpin' | 'remove';

/** The action of the row's button. */
export function mainActionOf({
  state,
  source,
  upgrade,
  versions,
  required,
}: ManagedPlugin): Action | undefined {
  // An entry of the plugin in importmap.json overrides all of these.
  if (source === 'operator') return undefined;
  if (state === 'available') return newestOf(versions) === undefined ? undefined : 'install';
  if (upgrade !== undefined) return 'upgrade';
  if (state === 'disabled') return 'enable';
  return required ? undefined : 'disable';
}

/** All actions of the plugin, in the order of the buttons. */
export function actionsOf(plugin: ManagedPlugin): readonly Action[] {
  const { state, source, pinned, required, versions } = plugin;
  if (source === 'operator') return [];
  if (state === 'available') return newestOf(versions) === undefined ? [] : ['install'];
  const actions: (Action | false)[] = [
    plugin.upgrade !== undefined && 'upgrade',
    state === 'disabled' ? 'enable' : !required && 'disable',
    pinned ? 'unpin' : 'pin',
    source === 'release' && 'remove',
  ];
  return actions.filter((action) => action !== false);
}

/** The newest version that is not revoked. */
function newestOf(versions: ManagedPlugin['versions']): ManagedPlugin['versions'][number] | undefined {
  return versions.find(({ revoked }) => revoked === undefined);
}

/** The change of an action; `version` in place of the newest. */
export function changeOf(plugin: ManagedPlugin, action: Action, version?: string): PluginChange {
  const { specifier, upgrade, versions } = plugin;
  if (action !== 'install' && action !== 'upgrade') return { specifier, action };
  const wanted = version ?? upgrade ?? newestOf(versions)?.version;
  const from = versions.find((one) => one.version === wanted);
  return {
    ...{ specifier, action: 'install' },
    ...(wanted === undefined ? {} : { version: wanted }),
    ...(from ? { repository: from.repository } : {}),
  };
}
