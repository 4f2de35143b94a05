import type { PluginBackendDetails } from '@lading/contract/rest';
import { ShortName, useShell, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListView, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellButton, CellLink, type Column } from '@lading/ui/table';
import { useCallback, useMemo } from 'react';
import { backendPath } from '../paths.ts';
import { deleteBackend, fetchBackends } from './backendsApi.ts';
import { messages } from './messages.ts';

const KIND: RowKind<PluginBackendDetails> = {
  sorts: {
    backend: ({ specifier, backend }) => `${specifier} ${backend}`,
    plugin: ({ specifier }) => specifier,
    state: ({ state }) => state,
  },
  texts: ({ specifier, backend, settings }) => [specifier, backend, settings?.url ?? ''],
};
const BADGES = { new: 'unknown', allowed: 'good', changed: 'bad', unused: 'off' } as const;

/** The backends of plugins. */
export function BackendList() {
  const text = useText();
  const { http, modals, notifications } = useShell();
  const list = useList(
    'plugin-backends',
    (http) => new WholeList((signal) => fetchBackends(http, signal), KIND),
  );
  const remove = useCallback(
    async ({ specifier, backend: name }: PluginBackendDetails) => {
      const [heading, verb] = [text(messages.removeNamed, { name }), text(messages.remove)];
      if (!(await modals.confirm({ title: heading, text: text(messages.deleteText), verb, danger: true })))
        return;
      try {
        await deleteBackend(http, specifier, name);
        notifications.success(text(messages.removed, { name }));
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        notifications.error(text(messages.notRemoved, { cause }));
      }
      list.reload();
    },
    [http, modals, notifications, text, list],
  );
  return (
    <div className="admin-plugins__list">
      <p className="ld-soft">{text(messages.about)}</p>
      <ListView
        id="plugin-backends"
        what={text(messages.what)}
        counted={messages.counted}
        search={{ label: text(messages.filter) }}
        columns={useColumns(remove)}
        list={list}
        empty={{ icon: 'plug', what: text(messages.none), more: text(messages.noneMore) }}
      />
    </div>
  );
}

function useColumns(
  onRemove: (backend: PluginBackendDetails) => Promise<void>,
): readonly Column<PluginBackendDetails>[] {
  const text = useText();
  return useMemo<Column<PluginBackendDetails>[]>(
    () => [
      {
        ...{ key: 'backend', title: text(messages.backend), width: 'grow', least: 160, sortable: true },
        ...{ link: true, phone: 'first' },
        // No form: without a plugin that declares it, nothing can be allowed.
        cell: ({ plugin, backend }) =>
          plugin === '' ? (
            <ShortName text={backend} />
          ) : (
            <CellLink to={backendPath(plugin, backend)}>
              <ShortName text={backend} />
            </CellLink>
          ),
      },
      {
        ...{ key: 'plugin', title: text(messages.plugin), width: 240, shrinks: 140, sortable: true },
        phone: 'second',
        cell: ({ specifier }) => <ShortName text={specifier} />,
      },
      {
        ...{ key: 'state', title: text(messages.state), width: 150, sortable: true, phone: 'second-end' },
        cell: ({ state }) => <Badge state={BADGES[state]}>{text(messages[state])}</Badge>,
      },
      {
        ...{ key: 'url', title: text(messages.url), width: 'grow', least: 160, yields: true },
        cell: ({ settings }) => <ShortName text={settings?.url ?? ''} />,
      },
      {
        ...{ key: 'actions', title: text(messages.actions), width: 140, link: true, phone: 'first-end' },
        cell: (backend) =>
          backend.settings && (
            <CellButton
              label={text(messages.remove)}
              aria-label={text(messages.removeNamed, { name: backend.backend })}
              onClick={() => void onRemove(backend)}
            />
          ),
      },
    ],
    [text, onRemove],
  );
}
