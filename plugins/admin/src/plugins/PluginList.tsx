import type { ManagedPlugin, PluginChange } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { ListView } from '@lading/ui/list';
import { useCallback, useState } from 'react';
import { ChangeDialog } from './ChangeDialog.tsx';
import { actionMessages, messages } from './messages.ts';
import { PluginDialog } from './PluginDialog.tsx';
import type { PluginsStore } from './PluginsStore.ts';
import { type Action, changeOf } from './pluginActions.ts';
import { RevokeDialog } from './RevokeDialog.tsx';
import { usePluginColumns } from './usePluginColumns.tsx';

const STATES = ['enabled', 'disabled', 'failed', 'available'] as const;
const SOURCES = ['shipped', 'release', 'operator'] as const;

interface Pending {
  readonly title: string;
  readonly change: PluginChange;
}

/** Installed and available plugins. */
export function PluginList({ store }: { readonly store: PluginsStore }) {
  const text = useText();
  const [opened, setOpened] = useState<ManagedPlugin>();
  const [pending, setPending] = useState<Pending>();
  const [revoking, setRevoking] = useState<{ plugin: ManagedPlugin; version: string }>();
  const start = useCallback(
    (plugin: ManagedPlugin, action: Action, version?: string) => {
      setOpened(undefined);
      const { specifier } = plugin;
      const title = text(actionMessages.named, { action: text(actionMessages[action]), plugin: specifier });
      setPending({ title, change: changeOf(plugin, action, version) });
    },
    [text],
  );
  const choices = (keys: readonly (keyof typeof messages)[], all: keyof typeof messages) => [
    { key: '', label: text(messages[all]) },
    ...keys.map((key) => ({ key, label: text(messages[key === 'failed' ? 'failedState' : key]) })),
  ];
  return (
    <div className="admin-plugins__list">
      <ListView
        id="plugins"
        what={text(messages.what)}
        counted={messages.counted}
        search={{ label: text(messages.filter) }}
        filters={[
          { key: 'state', label: text(messages.state), options: choices(STATES, 'allStates') },
          { key: 'source', label: text(messages.source), options: choices(SOURCES, 'allSources') },
        ]}
        columns={usePluginColumns(setOpened, start)}
        list={store.plugins}
        empty={{ icon: 'plug', what: text(messages.none), more: text(messages.noneMore) }}
      />
      {opened && (
        <PluginDialog
          plugin={opened}
          onAction={(action, version) => start(opened, action, version)}
          onRevoke={(version) => {
            setRevoking({ plugin: opened, version });
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {revoking && (
        <RevokeDialog
          specifier={revoking.plugin.specifier}
          version={revoking.version}
          restores={revoking.plugin.versions.some(
            (one) => one.version === revoking.version && one.revoked !== undefined,
          )}
          onDone={() => {
            setRevoking(undefined);
            store.reload();
          }}
          onClose={() => setRevoking(undefined)}
        />
      )}
      {pending && (
        <ChangeDialog
          title={pending.title}
          changes={[pending.change]}
          onDone={() => {
            setPending(undefined);
            store.reload();
          }}
          onClose={() => setPending(undefined)}
        />
      )}
    </div>
  );
}
