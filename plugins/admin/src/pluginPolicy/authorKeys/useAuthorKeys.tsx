import type { PluginAuthorKey, PluginTrustedBuild } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import type { ReactNode } from 'react';
import { dependsOn } from '../trusted/dependsOn.ts';
import { messages as trustedMessages } from '../trusted/messages.ts';
import { RemoveDialog } from '../trusted/RemoveDialog.tsx';
import { ScopeCell } from '../trusted/ScopeFields.tsx';
import { useTrustedList } from '../trusted/useTrustedList.tsx';
import { AuthorKeyDialog } from './AuthorKeyDialog.tsx';
import { keyIdOf, shortId } from './fingerprint.ts';
import { messages } from './messages.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: readonly PluginAuthorKey[];
  readonly onChange: (value: PluginAuthorKey[]) => void;
  readonly error: string | undefined;
  /** The trusted builds of the form. */
  readonly builds: readonly PluginTrustedBuild[];
}

/** The keys of authors, as a field of the form. */
export function useAuthorKeys({ name, label, value, onChange, error, builds }: Field): {
  table: ReactNode;
  dialog: ReactNode;
} {
  const text = useText();
  return useTrustedList<PluginAuthorKey>({
    ...{ name, label, value, onChange, error },
    help: text(messages.help),
    empty: text(messages.empty),
    add: text(messages.add),
    nameOf: ({ name: author }) => text(messages.keyOf, { author }),
    columns: [
      { title: text(messages.author), cell: ({ name: author }) => author },
      { title: text(messages.fingerprint), cell: ({ publicKey }) => <Fingerprint publicKey={publicKey} /> },
      { title: text(trustedMessages.scope), cell: ({ packages }) => <ScopeCell packages={packages} /> },
      {
        title: text(trustedMessages.added),
        cell: ({ added }) => added !== undefined && <When date={added} />,
      },
    ],
    editor: (props) => <AuthorKeyDialog {...props} />,
    removal: ({ entry, others, ...rest }) => (
      <RemoveDialog
        {...rest}
        name={text(messages.keyOf, { author: entry.name })}
        isAffected={(plugin) => dependsOn(plugin, { keys: [entry] }, { keys: others, builds })}
      />
    ),
  });
}

function Fingerprint({ publicKey }: { readonly publicKey: string }) {
  const keyId = keyIdOf(publicKey);
  return (
    <span className="ld-mono" title={keyId}>
      {shortId(keyId)}
    </span>
  );
}
