import type { NewEdge, PairedServer } from '@lading/contract/rest';
import { Dialog, TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { pairEdge } from './edgesApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly onClose: () => void;
  readonly onPaired: () => void;
}

/** Pairs this server with an edge that has created a code. */
export const PairDialog = observer(function PairDialog({ onClose, onPaired }: Props) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<NewEdge, PairedServer>(
        { url: '', code: '', name: location.hostname },
        {
          check,
          save: (values) => pairEdge(http, trimmed(values)),
          fieldOf: ({ code }) => (code === 'BAD_EDGE_URL' || code === 'EDGE_UNREACHABLE' ? 'url' : undefined),
        },
      ),
  );
  const field = useFields(store);
  return (
    <Dialog title={text(messages.add)} onCancel={onClose}>
      <EditForm
        store={store}
        verb={text(messages.add)}
        saved={text(messages.paired)}
        onSaved={onPaired}
        cancel={onClose}
        inDialog
      >
        <TextField {...field('url', text(messages.url))} required type="url" help={text(messages.urlHelp)} />
        <TextField {...field('code', text(messages.code))} required autoComplete="off" spellCheck={false} />
        <TextField
          {...field('name', text(messages.ownName))}
          required
          maxLength={64}
          help={text(messages.ownNameHelp)}
        />
      </EditForm>
    </Dialog>
  );
});

function check(values: NewEdge) {
  const { url, code, name } = trimmed(values);
  const isUrl = URL.canParse(url) && /^https?:/.test(url);
  return {
    ...(isUrl ? {} : { url: { message: messages.badUrl } }),
    ...(code === '' ? { code: { message: messages.required } } : {}),
    ...(name === '' ? { name: { message: messages.required } } : {}),
  };
}

function trimmed({ url, code, name }: NewEdge): NewEdge {
  return { url: url.trim(), code: code.trim(), name: name.trim() };
}
