import type { AttestationKey, NewAttestationKey } from '@lading/contract/rest';
import { Button, Dialog, ErrorState, Fetched, TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { addKey, fetchKeys, removeKey } from './evidenceApi.ts';
import { messages } from './messages.ts';

/** Keys whose attestations are trusted, for administrators. */
export const KeySection = observer(function KeySection() {
  const { http } = useShell();
  const text = useText();
  const keys = useMemo(
    () => new Fetched<readonly AttestationKey[]>([], (signal) => fetchKeys(http, signal)),
    [http],
  );
  useEffect(() => {
    void keys.need();
    return () => keys.dispose();
  }, [keys]);
  const [adding, setAdding] = useState(false);
  const reload = () => void keys.fetch();
  return (
    <section>
      <h2>{text(messages.keys)}</h2>
      <p className="ld-soft">{text(messages.keysAbout)}</p>
      {keys.error ? (
        <ErrorState what={text(messages.keysFailed)} cause={keys.error.message} onRetry={reload} />
      ) : (
        <>
          {keys.settled && keys.value.length === 0 && <p>{text(messages.noKeys)}</p>}
          <ul className="bundles-containing">
            {keys.value.map((key) => (
              <Key key={key.id} stored={key} onChanged={reload} />
            ))}
          </ul>
        </>
      )}
      <Button label={text(messages.addKey)} onClick={() => setAdding(true)} />
      {adding && (
        <AddKeyDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </section>
  );
});

function Key({ stored, onChanged }: { stored: AttestationKey; onChanged: () => void }) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const { id, name } = stored;
  const remove = async () => {
    const question = {
      title: text(messages.removeKeyTitle, { name }),
      text: text(messages.removeKeyText),
      ...{ verb: text(messages.removeKey), danger: true },
    };
    if (!(await modals.confirm(question))) return;
    try {
      await removeKey(http, id);
    } catch (error) {
      notifications.error(text(messages.keyFailed, { cause: (error as Error).message }));
    }
    onChanged();
  };
  return (
    <li>
      <div className="bundles-server">
        <strong>{name}</strong> <span className="ld-mono ld-soft">{id}</span>
      </div>
      <Button kind="danger" label={text(messages.removeKey)} onClick={() => void remove()} />
    </li>
  );
}

const EMPTY: NewAttestationKey = { name: '', publicKey: '' };

const AddKeyDialog = observer(function AddKeyDialog(props: { onClose: () => void; onAdded: () => void }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<NewAttestationKey, AttestationKey>(EMPTY, {
        save: ({ name, publicKey }) => addKey(http, { name: name.trim(), publicKey }),
        fieldOf: ({ code }) => (code === 'BAD_PUBLIC_KEY' ? 'publicKey' : undefined),
      }),
  );
  const field = useFields(store);
  const { name } = store.values;
  return (
    <Dialog title={text(messages.addKey)} onCancel={props.onClose}>
      <EditForm
        store={store}
        verb={text(messages.addKey)}
        saved={text(messages.keyAdded, { name })}
        onSaved={props.onAdded}
        cancel={props.onClose}
        inDialog
      >
        <TextField {...field('name', text(messages.keyName))} required maxLength={64} />
        <TextAreaField
          {...field('publicKey', text(messages.publicKey))}
          code
          rows={6}
          help={text(messages.publicKeyHelp)}
        />
      </EditForm>
    </Dialog>
  );
});
