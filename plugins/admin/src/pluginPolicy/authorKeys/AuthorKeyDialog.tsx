import type { PluginAuthorKey } from '@lading/contract/rest';
import { Dialog, TextField, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages as trustedMessages } from '../trusted/messages.ts';
import { ScopeFields } from '../trusted/ScopeFields.tsx';
import type { EntryDialogProps } from '../trusted/useTrustedList.tsx';
import { checkKey, type KeyValues, keyOf, keyValuesOf } from './keyValues.ts';
import { messages } from './messages.ts';

/** Adds or edits the key of an author. It is saved with the page. */
export const AuthorKeyDialog = observer(function AuthorKeyDialog(props: EntryDialogProps<PluginAuthorKey>) {
  const { entry, others, onDone, onClose } = props;
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<KeyValues>(keyValuesOf(entry), {
        check: (values) => checkKey(values, others),
        save: async (values) => onDone(keyOf(values, entry)),
      }),
  );
  const field = useFields(store);
  return (
    <Dialog title={text(entry ? messages.edit : messages.add)} onCancel={onClose}>
      <EditForm store={store} inDialog verb={text(trustedMessages.apply)} cancel={onClose}>
        <TextField {...field('name', text(messages.author))} maxLength={100} required />
        <TextField
          {...field('publicKey', text(messages.publicKey))}
          help={text(messages.publicKeyHelp)}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <ScopeFields
          packages={field('packages', text(trustedMessages.trustedFor))}
          all={field('all', text(trustedMessages.all))}
        />
        <p className="ld-soft">{text(trustedMessages.whenSaved)}</p>
      </EditForm>
    </Dialog>
  );
});
