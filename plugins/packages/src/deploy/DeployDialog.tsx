import type { DeployRepositories } from '@lading/contract/rest';
import { Button, Dialog, EmptyState, Fetched, FetchedView, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DeployForm } from './DeployForm.tsx';
import css from './deploy.css?inline';
import { fetchTargets } from './deployApi.ts';
import { dialogMessages as messages } from './dialogMessages.ts';
import { UploadQueue } from './UploadQueue.ts';

export interface DeployDialogProps {
  /** The repository that is selected first. */
  readonly repoKey?: string | undefined;
  /** Only repositories of this type. */
  readonly type?: string | undefined;
  /** Already dropped on the page. */
  readonly files: readonly File[];
  /** `deployed`: whether a file was published. */
  readonly onClose: (deployed: boolean) => void;
}

/**
 * Publishes files from the browser where their format allows it; otherwise shows how the client
 * publishes them.
 */
export const DeployDialog = observer(function DeployDialog(props: DeployDialogProps) {
  useStyles(css);
  const { http, modals, navigation } = useShell();
  const text = useText();
  const [targets] = useState(
    () => new Fetched<DeployRepositories | undefined>(undefined, (signal) => fetchTargets(http, signal)),
  );
  const [queue] = useState(() => new UploadQueue());
  useEffect(
    () => () => {
      targets.dispose();
      queue.dispose();
    },
    [targets, queue],
  );
  useEffect(
    () =>
      navigation.block(() => (queue.busy ? text(messages.underWay, { count: queue.inProgress }) : undefined)),
    [navigation, queue, text],
  );
  const stopQuestion = () => ({
    title: text(messages.stop, { count: queue.inProgress }),
    text: text(messages.stopMore),
    verb: text(messages.stopVerb),
    danger: true,
  });
  const close = async () => {
    if (queue.busy && !(await modals.confirm(stopQuestion()))) return;
    props.onClose(queue.uploads.some(({ state }) => state === 'done'));
  };
  return (
    <Dialog title={text(messages.heading)} onCancel={() => void close()}>
      <FetchedView fetched={targets} failure={text(messages.failed)}>
        {(known) =>
          known && known.repoTypesList.length > 0 ? (
            <DeployForm {...props} targets={known} queue={queue} onClose={() => void close()} />
          ) : (
            <>
              <EmptyState icon="lock" what={text(messages.nowhere)} more={text(messages.nowhereMore)} />
              <div className="packages-deploy__buttons">
                <Button label={text(messages.close)} onClick={() => void close()} />
              </div>
            </>
          )
        }
      </FetchedView>
    </Dialog>
  );
});
