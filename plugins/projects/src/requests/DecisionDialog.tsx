import type { AccessRequest, AccessRequestOptions } from '@lading/contract/rest';
import { Dialog, Fetched, FetchedView, SelectField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';
import { declineRequest, fetchOptions, grantRequest } from './requestsApi.ts';
import { newPermissionPath, placeOf, type Way, waysOf } from './ways.ts';

const MOST = 1000;

interface Props {
  readonly request: AccessRequest;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

/** Shows a request in full, with the ways to grant it. */
export function DecisionDialog(props: Props) {
  const { request, onClose } = props;
  const { http } = useShell();
  const text = useText();
  const { id, user, action, reason, exists } = request;
  const [options] = useState(
    () =>
      new Fetched<AccessRequestOptions | undefined>(undefined, (signal) => fetchOptions(http, id, signal)),
  );
  useEffect(() => {
    void options.fetch();
    return () => options.dispose();
  }, [options]);
  return (
    <Dialog title={text(messages.dialog, { user })} onCancel={onClose}>
      <p>
        <strong>{text(messages.asks, { action: text(messages[action]), place: placeOf(request) })}</strong>
      </p>
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason || text(messages.noReason)}</p>
      {!exists && <p>{text(messages.absent)}</p>}
      <FetchedView fetched={options} failure={text(messages.optionsFailed)}>
        {(found) => found && <DecisionForm {...props} ways={waysOf(found, text)} />}
      </FetchedView>
    </Dialog>
  );
}

const DecisionForm = observer(function DecisionForm(props: Props & { ways: readonly Way[] }) {
  const { request, ways, onClose, onDecided } = props;
  const { http, user: self } = useShell();
  const text = useText();
  const { id, user, exists } = request;
  const wayOf = (key: string) => ways.find((way) => way.key === key);
  const [store] = useState(
    () =>
      new FormStore(
        { decision: ways[0]?.key ?? '', answer: '' },
        {
          check: ({ answer }) => (answer.length > MOST ? { answer: { message: messages.tooLong } } : {}),
          save: ({ decision, answer }) => {
            const grant = wayOf(decision)?.grant;
            return grant ? grantRequest(http, id, grant) : declineRequest(http, id, answer.trim());
          },
        },
      ),
  );
  const field = useFields(store);
  const grants = wayOf(store.values.decision)?.grant !== undefined;
  return (
    <EditForm
      inDialog
      store={store}
      verb={text(grants ? messages.grant : messages.decline)}
      saved={text(grants ? messages.isGranted : messages.isDeclined, { user })}
      onSaved={onDecided}
      cancel={onClose}
    >
      {exists && ways.length === 1 && <p>{text(messages.noWay)}</p>}
      <SelectField
        {...field('decision', text(messages.decision))}
        options={ways.map(({ key, label }) => ({ key, label }))}
        {...(grants ? { help: text(messages.consequence) } : {})}
      />
      {!grants && (
        <TextAreaField
          {...field('answer', text(messages.answer))}
          rows={3}
          help={text(messages.answerHelp)}
        />
      )}
      {exists && self.current?.admin && (
        <p>
          <Link to={newPermissionPath(request)}>{text(messages.newPermission)}</Link>
        </p>
      )}
    </EditForm>
  );
});
