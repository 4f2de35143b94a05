import { HttpFailure } from '@lading/contract';
import type { TreeChange, TreeNodeDetails } from '@lading/contract/rest';
import {
  Button,
  Dialog,
  Fetched,
  FormFailure,
  Skeleton,
  TextField,
  useFormats,
  useShell,
  useText,
} from '@lading/ui';
import { useUndo } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { nameOf } from '../address/treeAddress.ts';
import { TreeApi } from '../treeApi.ts';
import { messages } from './messages.ts';
import { Progress } from './Progress.tsx';
import { Steps } from './Steps.ts';

/** From this number of files on, the user has to type the name to confirm. */
export const MANY = 100;

interface Props {
  readonly node: TreeNodeDetails;
  readonly onCancel: () => void;
  readonly onDone: () => void;
  /** Called after Undo. */
  readonly onRestored?: () => void;
}

/** Shows exactly what will be deleted before the user confirms. */
export const RemoveDialog = observer(function RemoveDialog(props: Props) {
  const { node, onCancel, onDone, onRestored } = props;
  const { repoKey, path } = node;
  const text = useText();
  const formats = useFormats();
  const { http, notifications } = useShell();
  const undo = useUndo();
  const [api] = useState(() => new TreeApi(http));
  const [dry] = useState(
    () =>
      new Fetched<TreeChange | undefined>(undefined, (signal) =>
        api.remove({ repoKey, path, dry: true }, signal),
      ),
  );
  const [steps, setSteps] = useState<Steps>();
  /** Files have been deleted before the current count. */
  const [begun, setBegun] = useState(false);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    void dry.fetch();
    return () => dry.dispose();
  }, [dry]);

  const name = nameOf(path);
  const found = dry.value;
  const many = (found?.files ?? 0) >= MANY;
  const gone = begun || (steps !== undefined && steps.done > 0);
  const ended = gone ? onDone : onCancel;
  const start = async () => {
    if (!found) return;
    const newSteps =
      steps ??
      new Steps((continueState, signal) =>
        api.remove(
          { repoKey, path, ...(continueState === undefined ? { expect: found.files } : { continueState }) },
          signal,
        ),
      );
    setSteps(newSteps);
    await newSteps.run();
    if (newSteps.status !== 'done') return;
    notifications.success(
      text(messages.removed, { count: newSteps.done }),
      undo(newSteps.deletions, () => onRestored?.()),
    );
    onDone();
  };
  const countAgain = () => {
    setBegun(gone);
    setSteps(undefined);
    void dry.fetch();
  };

  const changed = steps?.error instanceof HttpFailure && steps.error.code === 'CHANGED';
  return (
    <Dialog
      title={text(messages.removeTitle, { name })}
      onCancel={steps?.underWay ? () => steps.stop() : ended}
    >
      <div className="repositories-dialog">
        {dry.error && <FormFailure text={text(messages.cannot, { cause: dry.error.message })} />}
        {!found && !dry.error && (
          <p aria-live="polite">
            <span className="ld-hidden">{text(messages.counting)}</span>
            <Skeleton width="260px" height="16px" />
          </p>
        )}
        {found && !steps && (
          <>
            <p className="repositories-path">{`${repoKey}/${path}`}</p>
            <p role="status">
              {text(messages.goes, { count: found.files, size: formats.size(found.bytes) })}{' '}
              {(found.versions ?? 0) > 0 &&
                text(messages.versionsGo, {
                  versions: found.versions ?? 0,
                  packages: found.packages ?? 0,
                })}{' '}
              {found.trashDays === undefined
                ? text(messages.forGood)
                : text(messages.restorable, { days: found.trashDays })}
            </p>
            {many && (
              <TextField
                label={text(messages.typeName, { name })}
                value={typed}
                onChange={setTyped}
                spellCheck={false}
                autoComplete="off"
              />
            )}
          </>
        )}
        {steps && found && (
          <Progress
            done={steps.done}
            all={found.files}
            said={text(steps.status === 'stopped' ? messages.stopped : messages.progress, {
              done: formats.count(steps.done),
              all: formats.count(found.files),
            })}
          />
        )}
        {steps?.error && <FormFailure text={text(messages.failed, { cause: steps.error.message })} />}
        <div className="repositories-buttons">
          {found && !steps && (
            <Button
              kind="danger"
              label={text(messages.verbMany, { count: found.files })}
              disabled={many && typed !== name}
              onClick={() => void start()}
            />
          )}
          {changed && <Button kind="main" label={text(messages.countAgain)} onClick={countAgain} />}
          {steps && !changed && (steps.status === 'failed' || steps.status === 'stopped') && (
            <Button kind="danger" label={text(messages.verb)} onClick={() => void start()} />
          )}
          {steps?.underWay ? (
            <Button
              label={text(messages.stop)}
              busy={steps.status === 'stopping'}
              onClick={() => steps.stop()}
            />
          ) : (
            <Button label={text(steps ? messages.close : messages.cancel)} onClick={ended} />
          )}
        </div>
      </div>
    </Dialog>
  );
});
