import type { PluginAuthorKey, PluginTrustedBuild } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import type { ReactNode } from 'react';
import { dependsOn } from '../trusted/dependsOn.ts';
import { messages as trustedMessages } from '../trusted/messages.ts';
import { RemoveDialog } from '../trusted/RemoveDialog.tsx';
import { ScopeCell } from '../trusted/ScopeFields.tsx';
import { useTrustedList } from '../trusted/useTrustedList.tsx';
import { BuildDialog } from './BuildDialog.tsx';
import { isGitHub, originOf } from './buildValues.ts';
import { messages } from './messages.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: readonly PluginTrustedBuild[];
  readonly onChange: (value: PluginTrustedBuild[]) => void;
  readonly error: string | undefined;
  /** The author keys of the form. */
  readonly keys: readonly PluginAuthorKey[];
}

/** The trusted builds, as a field of the form. */
export function useTrustedBuilds({ name, label, value, onChange, error, keys }: Field): {
  table: ReactNode;
  dialog: ReactNode;
} {
  const text = useText();
  const any = text(messages.any);
  const nameOf = (build: PluginTrustedBuild) => text(messages.buildsOf, { repository: originOf(build) });
  return useTrustedList<PluginTrustedBuild>({
    ...{ name, label, value, onChange, error },
    help: text(messages.help),
    empty: text(messages.empty),
    add: text(messages.add),
    nameOf,
    columns: [
      {
        title: text(messages.repository),
        cell: ({ repository, issuer }) => (
          <>
            {repository}
            {!isGitHub(issuer) && (
              <div className="ld-soft">
                {text(messages.issuer)}: {issuer}
              </div>
            )}
          </>
        ),
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
        name={nameOf(entry)}
        isAffected={(plugin) => dependsOn(plugin, { builds: [entry] }, { keys, builds: others })}
      />
    ),
  });
}
