import type { PairingCode } from '@lading/contract/rest';
import { Button, CopyField, Dialog, TextField, useFormats, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { createCode } from './edgesApi.ts';
import { messages } from './messages.ts';

interface Values {
  name: string;
}

/** Creates a code for a source, and shows it only once. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const formats = useFormats();
  const [created, setCreated] = useState<PairingCode>();
  return (
    <Dialog title={text(created ? messages.codeCreated : messages.createCode)} onCancel={onClose}>
      {created ? (
        <div className="bundles-dialog">
          <CopyField what={text(messages.code)} text={created.code} />
          <p role="status">{text(messages.codeHelp, { time: formats.absolute(created.expires) })}</p>
          <div className="bundles-buttons">
            <Button kind="main" label={text(messages.done)} onClick={onClose} />
          </div>
        </div>
      ) : (
        <CodeForm onClose={onClose} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly onClose: () => void;
  readonly onCreated: (code: PairingCode) => void;
}

const CodeForm = observer(function CodeForm({ onClose, onCreated }: FormProps) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<Values, PairingCode>(
        { name: location.hostname },
        {
          check: ({ name }) => (name.trim() === '' ? { name: { message: messages.required } } : {}),
          save: async ({ name }) => {
            const code = await createCode(http, name.trim());
            onCreated(code);
            return code;
          },
        },
      ),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} verb={text(messages.createCode)} cancel={onClose} inDialog>
      <TextField
        {...field('name', text(messages.ownName))}
        required
        maxLength={64}
        help={text(messages.ownNameHelp)}
      />
    </EditForm>
  );
});
