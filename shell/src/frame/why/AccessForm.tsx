import type { HttpFailure } from '@lading/contract';
import type { NewAccessRequest, OwnAccessRequest, RequestableAction } from '@lading/contract/rest';
import { SelectField, TextField, useText } from '@lading/ui';
import { EditForm, FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ownMessages as messages } from '../../why/ownMessages.ts';
import { useFrame } from '../FrameContext.ts';

export const REQUESTS = '/ui/api/v1/ui/access_requests';
const ACTIONS = ['read', 'deploy', 'delete', 'annotate'] as const;
const MOST = 1000;

interface Values {
  readonly repository: string;
  readonly path: string;
  readonly action: RequestableAction;
  readonly reason: string;
}

export interface AccessFormProps {
  /** Values of a link to the page. */
  readonly given: Pick<Values, 'repository' | 'path' | 'reason'>;
  readonly onSent: () => void;
}

/** Asks for access to a repository or path. */
export const AccessForm = observer(function AccessForm({ given, onSent }: AccessFormProps) {
  const { http } = useFrame();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<Values, OwnAccessRequest>(
        { ...given, action: 'read' },
        {
          check: ({ repository, reason }) => ({
            ...(/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(repository.trim())
              ? {}
              : { repository: { message: messages.badRepository } }),
            ...(reason.length > MOST ? { reason: { message: messages.tooLong } } : {}),
          }),
          save: (values) => http.json(REQUESTS, { method: 'POST', body: bodyOf(values) }),
          valuesAfter: () => ({ repository: '', path: '', action: 'read', reason: '' }),
          fieldOf: ({ code }: HttpFailure) =>
            code === 'BAD_REPOSITORY' ? 'repository' : code === 'BAD_PATH' ? 'path' : undefined,
        },
      ),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} unguarded verb={text(messages.send)} saved={text(messages.sent)} onSaved={onSent}>
      <TextField
        {...field('repository', text(messages.repository))}
        required
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        {...field('path', text(messages.path))}
        spellCheck={false}
        autoComplete="off"
        help={text(messages.pathHelp)}
      />
      <SelectField
        {...field('action', text(messages.action))}
        options={ACTIONS.map((key) => ({ key, label: text(messages[key]) }))}
      />
      <TextAreaField {...field('reason', text(messages.reason))} help={text(messages.reasonHelp)} />
    </EditForm>
  );
});

function bodyOf({ repository, path, action, reason }: Values): NewAccessRequest {
  return {
    ...{ repository: repository.trim(), action },
    ...(path.trim() === '' ? {} : { path: path.trim() }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
}
