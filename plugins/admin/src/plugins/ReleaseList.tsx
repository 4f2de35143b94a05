import type { PluginActivation, PluginRelease } from '@lading/contract/rest';
import { type Text, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListView } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { PluginsStore } from './PluginsStore.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { releaseMessages as messages } from './releaseMessages.ts';

const BADGES = { active: 'good', canary: 'busy', draft: 'unknown', former: 'off' } as const;
/** Activations that are shown below the list. */
const SHOWN = 20;

/** The release sets and the history of activations. */
export const ReleaseList = observer(function ReleaseList({ store }: { readonly store: PluginsStore }) {
  const text = useText();
  const [opened, setOpened] = useState<number>();
  const { history } = store;
  const numbers = history?.releases.map(({ number }) => number) ?? [];
  return (
    <div className="admin-plugins__list">
      <ListView
        id="plugin-releases"
        what={text(messages.what)}
        counted={messages.counted}
        search={{ label: text(messages.filter) }}
        columns={useReleaseColumns(setOpened)}
        list={store.releases}
        note={history && history.activations.length > 0 && <History activations={history.activations} />}
        empty={{ icon: 'history', what: text(messages.none), more: text(messages.noneMore) }}
      />
      {opened !== undefined && (
        <ReleaseDialog
          number={opened}
          others={numbers.filter((number) => number !== opened)}
          active={history?.releases.find(({ state }) => state === 'active')?.number}
          onDone={() => {
            setOpened(undefined);
            store.reload();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
});

function History({ activations }: { readonly activations: readonly PluginActivation[] }) {
  const text = useText();
  return (
    <details>
      <summary>{text(messages.history)}</summary>
      <ul className="admin-plugins__history">
        {activations.slice(0, SHOWN).map((activation) => (
          <li key={`${activation.time} ${activation.action}`}>
            <When date={activation.time} />, {activation.by}: {activationText(activation, text)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function activationText({ action, number }: PluginActivation, text: Text): string {
  if (number === undefined) return text(messages.rollbackToNone);
  return text(action === 'canary' ? messages.canaryStarted : messages[action], { number });
}

function useReleaseColumns(onShow: (number: number) => void): readonly Column<PluginRelease>[] {
  const text = useText();
  return useMemo<Column<PluginRelease>[]>(
    () => [
      {
        ...{ key: 'number', title: text(messages.number), width: 90, sortable: true, phone: 'first' },
        cell: ({ number }) => number,
      },
      {
        ...{ key: 'state', title: text(messages.state), width: 120, sortable: true, phone: 'second' },
        cell: ({ state }) => <Badge state={BADGES[state]}>{text(messages[state])}</Badge>,
      },
      {
        ...{ key: 'note', title: text(messages.note), width: 'grow', least: 160 },
        cell: ({ note }) => <span title={note}>{note}</span>,
      },
      {
        ...{ key: 'plugins', title: text(messages.plugins), width: 90, align: 'end' },
        cell: ({ plugins }) => plugins,
      },
      {
        ...{ key: 'createdBy', title: text(messages.createdBy), width: 150, yields: true },
        cell: ({ createdBy }) => createdBy,
      },
      {
        ...{ key: 'created', title: text(messages.created), width: 140, phone: 'second-end' },
        cell: ({ created }) => <When date={created} />,
      },
      {
        ...{ key: 'show', title: text(messages.show), width: 90, link: true, phone: 'first-end' },
        cell: ({ number }) => (
          <CellButton
            label={text(messages.show)}
            aria-label={text(messages.showNamed, { number })}
            onClick={() => onShow(number)}
          />
        ),
      },
    ],
    [text, onShow],
  );
}
