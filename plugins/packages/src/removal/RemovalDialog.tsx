import type { RemovalSelection } from '@lading/contract/rest';
import { Button, Dialog, FetchedView, FormFailure, useShell, useStyles, useText } from '@lading/ui';
import { useUndo } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { dialogMessages as messages } from './dialogMessages.ts';
import { PlanView } from './PlanView.tsx';
import { RemovalStore } from './RemovalStore.ts';
import css from './removal.css?inline';

interface Props {
  readonly selection: RemovalSelection;
  readonly onCancel: () => void;
  /** Called after a deletion. */
  readonly onRemoved: () => void;
  /** Called after Undo. */
  readonly onRestored: () => void;
}

/** Shows the plan of a deletion. After confirmation, deletes exactly the items of the plan. */
export const RemovalDialog = observer(function RemovalDialog(props: Props) {
  useStyles(css);
  const { selection, onCancel, onRemoved, onRestored } = props;
  const { http, notifications } = useShell();
  const text = useText();
  const undo = useUndo();
  const [store] = useState(() => new RemovalStore(http, selection));
  useEffect(() => () => store.dispose(), [store]);
  const { outcome, plan } = store;
  const going = plan.value?.lines.filter(({ refused }) => refused === undefined).length ?? 0;
  const left = outcome?.failed.length ?? 0;

  // A complete success is only a notification. Partial results stay in the dialog.
  const confirm = async () => {
    await store.confirm();
    if (!store.outcome || store.outcome.failed.length > 0) return;
    const { removed, deletion } = store.outcome;
    notifications.success(
      text(messages.done, { count: removed.versions }),
      undo(deletion === undefined ? [] : [deletion], () => onRestored()),
    );
    onRemoved();
  };

  const close = outcome ? onRemoved : onCancel;
  return (
    <Dialog title={text(messages.heading)} onCancel={() => !store.busy && close()}>
      {outcome && left > 0 ? (
        <>
          <p>{text(messages.partly, { count: outcome.removed.versions })}</p>
          <ul className="packages-removal__list">
            {outcome.failed.map(({ packageId, version, repo, message }) => (
              <li key={`${packageId} ${version} ${repo}`}>
                {text(messages.line, { name: packageId, version, repo })}: {message}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <FetchedView fetched={plan} failure={text(messages.failedPlan)}>
          {(value) => value && <PlanView plan={value} />}
        </FetchedView>
      )}
      <div aria-live="polite">
        {store.changed && <FormFailure text={text(messages.changed)} />}
        {store.failure !== undefined && (
          <FormFailure text={text(messages.failed, { cause: store.failure })} />
        )}
      </div>
      <div className="packages-removal__buttons">
        {!outcome && going > 0 && (
          <Button
            kind="danger"
            icon="remove"
            label={text(messages.confirm, { count: going })}
            busy={store.busy}
            onClick={() => void confirm()}
          />
        )}
        <Button
          label={text(outcome ? messages.close : messages.cancel)}
          disabled={store.busy}
          onClick={close}
        />
      </div>
    </Dialog>
  );
});
