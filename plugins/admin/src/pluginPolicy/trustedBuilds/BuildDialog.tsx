import type { PluginTrustedBuild } from '@lading/contract/rest';
import { Dialog, TextField, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages as trustedMessages } from '../trusted/messages.ts';
import { ScopeFields } from '../trusted/ScopeFields.tsx';
import type { EntryDialogProps } from '../trusted/useTrustedList.tsx';
import { type BuildValues, buildOf, buildValuesOf, checkBuild } from './buildValues.ts';
import { messages } from './messages.ts';

/** Adds or edits a trusted build. It is saved with the page. */
export const BuildDialog = observer(function BuildDialog(props: EntryDialogProps<PluginTrustedBuild>) {
  const { entry, others, onDone, onClose } = props;
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<BuildValues>(buildValuesOf(entry), {
        check: (values) => checkBuild(values, others),
        save: async (values) => onDone(buildOf(values, entry)),
      }),
  );
  const field = useFields(store);
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <Dialog title={text(entry ? messages.edit : messages.add)} onCancel={onClose}>
      <EditForm store={store} inDialog verb={text(trustedMessages.apply)} cancel={onClose}>
        <TextField
          {...{ ...field('repository', text(messages.repository)), ...plain }}
          help={text(messages.repositoryHelp)}
          maxLength={300}
          required
        />
        <TextField
          {...{ ...field('workflow', text(messages.workflow)), ...plain }}
          help={text(messages.workflowHelp)}
          maxLength={200}
        />
        <TextField
          {...{ ...field('ref', text(messages.ref)), ...plain }}
          help={text(messages.refHelp)}
          maxLength={200}
        />
        <ScopeFields
          packages={field('packages', text(trustedMessages.trustedFor))}
          all={field('all', text(trustedMessages.all))}
        />
        <TextField
          {...{ ...field('issuer', text(messages.issuer)), ...plain }}
          help={text(messages.issuerHelp)}
          maxLength={300}
          required
        />
        <p className="ld-soft">{text(trustedMessages.whenSaved)}</p>
      </EditForm>
    </Dialog>
  );
});
