import type { Message } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { EditPage, inSequence, type Versioned } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type Section, valueAt } from '../form/fields.ts';
import { messages as formMessages } from '../form/messages.ts';
import { SettingsForm } from '../form/SettingsForm.tsx';
import { SettingsStore } from '../form/SettingsStore.ts';
import { type Fact, There } from '../form/SinglePage.tsx';
import { useRemove } from '../form/useRemove.ts';
import { PROVIDERS } from '../paths.ts';
import {
  changeOneOf,
  createOneOf,
  fetchOneOf,
  removeOneOf,
  type SeveralPath,
  testOneOf,
} from '../securityApi.ts';
import { messages } from './messages.ts';

/** Kind of identity provider of which there can be several. */
export interface Several {
  readonly path: SeveralPath;
  readonly title: Message;
  /** Title of the page that adds one. */
  readonly add: Message;
  /** Returns the path of the provider with the given name. */
  readonly place: (name: string) => string;
  readonly sections: (isNew: boolean) => readonly Section[];
  /** Defaults of a new provider. */
  readonly fresh: object;
  /**
   * Values to configure at the identity provider; `when` names the property that must be true for
   * it.
   */
  readonly there: readonly (Fact & { readonly when?: string })[];
}

type Named = { readonly name: string };

/** Creates a new provider or edits an existing one. */
export function SeveralPage({ kind }: { kind: Several }) {
  const { name } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.title), to: PROVIDERS }]}
      heading={name ?? text(kind.add)}
      id={name}
      fetch={name === undefined ? undefined : (signal) => fetchOneOf(http, kind.path, name, signal)}
      failure={text(formMessages.notRead)}
    >
      {(found) => <ProviderForm kind={kind} found={found} />}
    </EditPage>
  );
}

interface ProviderFormProps {
  readonly kind: Several;
  /** Absent for a new one. */
  readonly found: Versioned<Named> | undefined;
}

const ProviderForm = observer(function ProviderForm({ kind, found }: ProviderFormProps) {
  const { http } = useShell();
  const navigate = useNavigate();
  const name = found?.value.name;
  const [store] = useState(
    () =>
      new SettingsStore({
        sections: kind.sections(name === undefined),
        settings: found?.value ?? kind.fresh,
        save: found
          ? inSequence(found.version, (version, settings: Record<string, unknown>) =>
              changeOneOf(http, kind.path, found.value.name, { ...settings, name }, version),
            )
          : (settings) => createOneOf(http, kind.path, settings),
        test: (settings) => testOneOf(http, kind.path, name === undefined ? settings : { ...settings, name }),
      }),
  );
  const remove = useRemove(store, {
    name: name ?? '',
    back: PROVIDERS,
    remove: async () => {
      if (name !== undefined) await removeOneOf(http, kind.path, name);
    },
  });
  return (
    <SettingsForm
      store={store}
      onSaved={() => {
        // The new provider's page shows the values to configure at the identity provider.
        const made = (store.settings as Named).name;
        if (name === undefined) void navigate(kind.place(made), { replace: true });
      }}
      {...(name === undefined ? {} : { onRemove: () => void remove() })}
    >
      <There
        settings={store.settings}
        facts={kind.there.filter(({ when }) => !when || valueAt(store.settings, when) === true)}
      />
    </SettingsForm>
  );
});
