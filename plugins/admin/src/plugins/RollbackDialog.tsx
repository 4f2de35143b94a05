import type { PluginDifference } from '@lading/contract/rest';
import { Button, Dialog, Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Differences, reversed } from './Differences.tsx';
import { dialogMessages as messages } from './dialogMessages.ts';
import { messages as pageMessages } from './messages.ts';
import { fetchRelease, rollBack } from './pluginsApi.ts';

interface Props {
  readonly from: number;
  /** Null: no release set. */
  readonly to: number | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows exactly the changes of a rollback, and rolls back. */
export const RollbackDialog = observer(function RollbackDialog({ from, to, onDone, onClose }: Props) {
  const text = useText();
  const { http, notifications } = useShell();
  const [found] = useState(
    () =>
      new Fetched<readonly PluginDifference[] | undefined>(undefined, async (signal) =>
        reversed((await fetchRelease(http, from, to ?? 0, signal)).differences),
      ),
  );
  useEffect(() => () => found.dispose(), [found]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const apply = async () => {
    setBusy(true);
    try {
      await rollBack(http, from);
      notifications.success(text(pageMessages.rolledBack));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={text(messages.rollBackTitle, { number: from })} onCancel={onClose}>
      <p>{to === null ? text(messages.rollBackToNone) : text(messages.rollBackTo, { number: to })}</p>
      <h3>{text(messages.changes)}</h3>
      <FetchedView fetched={found} failure={text(messages.releaseFailed)}>
        {(differences) => differences && <Differences differences={differences} />}
      </FetchedView>
      {failure !== undefined && (
        <p className="ld-field__error" role="alert">
          {text(pageMessages.notDone, { cause: failure })}
        </p>
      )}
      <div className="admin-plugins__buttons">
        <Button label={text(messages.cancel)} onClick={onClose} />
        <Button kind="danger" label={text(pageMessages.rollBack)} busy={busy} onClick={() => void apply()} />
      </div>
    </Dialog>
  );
});
