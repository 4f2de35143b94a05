import { Button, Dialog, FormFailure, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { areMet } from '../conditions/ConditionList.tsx';
import { messages } from '../messages.ts';
import { PlanView } from './PlanView.tsx';
import { PromotionForm } from './PromotionForm.tsx';
import { PromotionStore } from './PromotionStore.ts';

interface Props {
  readonly name: string;
  readonly version: string;
  /** Environment to roll back to this version. */
  readonly rollback?: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Asks for the environment, previews the promotion, and then runs it. */
export const PromotionDialog = observer(function PromotionDialog(props: Props) {
  const { name, version, rollback, onCancel, onDone } = props;
  const { http, notifications } = useShell();
  const text = useText();
  const [store] = useState(() => new PromotionStore(http, { name, version }, rollback));
  const { plan, request, busy, failure, changed } = store;
  const environment = request?.environment ?? '';
  const confirm = async () => {
    if (!(await store.confirm())) return;
    notifications.success(text(messages.wasPromoted, { name, version, environment }));
    onDone();
  };
  return (
    <Dialog title={text(messages.promoteTitle, { name, version })} onCancel={() => !busy && onCancel()}>
      {plan ? (
        <div className="bundles-dialog">
          <PlanView plan={plan} environment={environment} />
          <div aria-live="polite">
            {changed && <FormFailure text={text(messages.planChanged)} />}
            {failure !== undefined && <FormFailure text={text(messages.promoteFailed, { cause: failure })} />}
          </div>
          <div className="bundles-buttons">
            <Button
              kind="main"
              label={text(messages.promote)}
              busy={busy}
              disabled={plan.refused > 0 || !areMet(plan.conditions)}
              onClick={() => void confirm()}
            />
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
