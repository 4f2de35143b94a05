import type { PluginTrustedBuild } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import type { ReactNode } from 'react';
import { messages as trustedMessages } from '../trusted/messages.ts';
import { RemoveDialog } from '../trusted/RemoveDialog.tsx';
import { ScopeCell } from '../trusted/ScopeFields.tsx';
import { useTrustedList } from '../trusted/useTrustedList.tsx';
import { BuildDialog } from './BuildDialog.tsx';
import { dependsOn } from './buildValues.ts';
import { messages } from './messages.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: readonly PluginTrustedBuild[];
  readonly onChange: (value: PluginTrustedBuild[]) => void;
  readonly error: string | undefined;
}

/** The trusted builds, as a field of the form. */
export function useTrustedBuilds({ name, label, value, onChange, error }: Field): {
  table: ReactNode;
  dialog: ReactNode;
} {
  const text = useText();
  const any = text(messages.any);
  return useTrustedList<PluginTrustedBuild>({
    ...{ name, label, value, onChange, error },
    help: text(messages.help),
    empty: text(messages.empty),
    add: text(messages.add),
    nameOf: ({ repository }) => text(messages.buildsOf, { repository }),
    columns: [
      {
        title: text(messages.repository),
        cell: ({ repository, issuer }) => <span title={issuer}>{repository}</span>,
      },
      { title: text(messages.workflow), cell: ({ workflow }) => workflow ?? any },
      { title: text(messages.ref), cell: ({ ref }) => ref ?? any },
      { title: text(trustedMessages.scope), cell: ({ packages }) => <ScopeCell packages={packages} /> },
      {
        title: text(trustedMessages.added),
        cell: ({ added }) => added !== undefined && <When date={added} />,
      },
    ],
    editor: (props) => <BuildDialog {...props} />,
    removal: ({ entry, others, ...rest }) => (
      <RemoveDialog
        {...rest}
        name={text(messages.buildsOf, { repository: entry.repository })}
        isAffected={(plugin) => dependsOn(plugin, entry, others)}
      />
    ),
  });
}
