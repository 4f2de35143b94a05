import { Button, Dialog, FormFailure, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { RunKey } from '../buildsApi.ts';
import { messages } from './messages.ts';
import { PlanView } from './PlanView.tsx';
import { PromotionForm } from './PromotionForm.tsx';
import { PromotionStore } from './PromotionStore.ts';

interface Props {
  readonly run: RunKey;
  readonly onCancel: () => void;
  /** Called when the status of the run has changed. */
  readonly onDone: () => void;
}

/** Asks for the new status, previews the promotion, and then runs it. */
export const PromotionDialog = observer(function PromotionDialog({ run, onCancel, onDone }: Props) {
  const { http, notifications } = useShell();
  const text = useText();
  const [store] = useState(() => new PromotionStore(http, run));
  const { plan, outcome, busy, failure, request = {} } = store;
  const { name, number } = run;
  const status = request.status ?? '';

  // Full success closes the dialog with a notification; errors stay in the dialog.
  const confirm = async () => {
    await store.confirm();
    if (!store.outcome || store.outcome.messages.length > 0) return;
    notifications.success(text(messages.done, { name, number, status }));
    onDone();
  };
  return (
    <Dialog
      title={text(messages.title, { name, number })}
      onCancel={() => !busy && (outcome ? onDone : onCancel)()}
    >
      {outcome ? (
        <div className="builds-dialog">
          <p>{text(messages.partly, { status })}</p>
          <ul className="builds-plan__lines">
            {outcome.messages.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <div className="builds-buttons">
            <Button kind="main" label={text(messages.close)} onClick={onDone} />
          </div>
        </div>
      ) : plan ? (
        <div className="builds-dialog">
          <PlanView plan={plan} request={request} />
          <div aria-live="polite">
            {store.changed && <FormFailure text={text(messages.changed)} />}
            {failure !== undefined && <FormFailure text={text(messages.failed, { cause: failure })} />}
          </div>
          <div className="builds-buttons">
            <Button kind="main" label={text(messages.verb)} busy={busy} onClick={() => void confirm()} />
            <Button label={text(messages.back)} disabled={busy} onClick={() => store.back()} />
            <Button label={text(messages.cancel)} disabled={busy} onClick={onCancel} />
          </div>
        </div>
      ) : (
        <PromotionForm store={store} onCancel={onCancel} />
      )}
    </Dialog>
  );
});
