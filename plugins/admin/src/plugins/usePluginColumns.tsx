import type { ManagedPlugin } from '@lading/contract/rest';
import { type Text, useFormats, useStyles, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { textRoom } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { kindMessages } from './kindMessages.ts';
import { actionMessages, messages } from './messages.ts';
import { type Action, mainActionOf } from './pluginActions.ts';
import css from './plugins.css?inline';

const BADGES = { enabled: 'good', disabled: 'off', failed: 'bad', available: 'unknown' } as const;
const SOURCES = {
  ...{ shipped: messages.shipped, release: messages.release },
  ...{ operator: messages.operator, none: messages.notInstalled },
} as const;

export function usePluginColumns(
  onOpen: (plugin: ManagedPlugin) => void,
  onAction: (plugin: ManagedPlugin, action: Action) => void,
): readonly Column<ManagedPlugin>[] {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<ManagedPlugin>[]>(
    () => [
      {
        ...{ key: 'plugin', title: text(messages.plugin), width: 'grow', least: 200, sortable: true },
        ...{ link: true, phone: 'first', room: ({ specifier }) => textRoom(specifier) },
        cell: (plugin) => (
          <CellButton
            label={plugin.specifier}
            onClick={() => onOpen(plugin)}
            title={plugin.facts?.description}
          />
        ),
      },
      {
        ...{ key: 'state', title: text(messages.state), width: 110, sortable: true, phone: 'second' },
        cell: ({ state, problem }) => (
          <Badge state={BADGES[state]} title={problem}>
            {text(state === 'failed' ? messages.failedState : messages[state])}
          </Badge>
        ),
      },
      {
        ...{ key: 'version', title: text(messages.version), width: 200, shrinks: 90, phone: 'second-end' },
        cell: (plugin) => <Version plugin={plugin} />,
      },
      {
        ...{ key: 'source', title: text(messages.source), width: 120, shrinks: 90, sortable: true },
        cell: ({ source }) => text(SOURCES[source]),
      },
      {
        ...{
          key: 'size',
          title: text(messages.size),
          width: 100,
          yields: true,
          align: 'end',
          sortable: true,
        },
        cell: ({ facts }) => (facts ? formats.size(facts.bytes) : ''),
      },
      {
        ...{ key: 'contributions', title: text(messages.contributions), width: 220, yields: true },
        cell: ({ facts }) => {
          const listed = contributionsText(facts, text);
          return (
            <span className="ld-soft" title={listed}>
              {listed}
            </span>
          );
        },
      },
      {
        ...{ key: 'actions', title: text(messages.actions), width: 110, link: true, phone: 'first-end' },
        cell: (plugin) => {
          const action = mainActionOf(plugin);
          if (!action) return null;
          const label = text(actionMessages[action]);
          const named = text(actionMessages.named, { action: label, plugin: plugin.specifier });
          return <CellButton label={label} aria-label={named} onClick={() => onAction(plugin, action)} />;
        },
      },
    ],
    [text, formats, onOpen, onAction],
  );
}

/** Returns a text such as `3 pages, 2 menu items`. */
export function contributionsText(facts: ManagedPlugin['facts'], text: Text): string {
  const listed = (facts?.contributions ?? []).map(({ kind, count }) => {
    // A plugin for a later contract can have other kinds.
    return isKnown(kind) ? text(kindMessages[kind], { count }) : `${kind} ${count}`;
  });
  return listed.join(', ');
}

function isKnown(kind: string): kind is keyof typeof kindMessages {
  return Object.hasOwn(kindMessages, kind);
}

function Version({ plugin }: { readonly plugin: ManagedPlugin }) {
  const text = useText();
  const { version, versions, state, pinned, untrusted, upgrade, canary } = plugin;
  const shown = version || (state === 'available' ? (versions[0]?.version ?? '') : '');
  const more = [
    pinned && text(messages.pinned),
    untrusted && text(messages.untrusted),
    upgrade !== undefined && text(messages.newer, { version: upgrade }),
    canary !== undefined && text(messages.inCanary, { version: canary }),
  ].filter(Boolean);
  return (
    <span title={[shown, ...more].join(', ')}>
      <code>{shown}</code> {more.length > 0 && <span className="ld-soft">{more.join(', ')}</span>}
    </span>
  );
}
