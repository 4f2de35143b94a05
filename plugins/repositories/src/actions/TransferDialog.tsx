import type { TreeChange, TreeNodeDetails } from '@lading/contract/rest';
import {
  Button,
  Dialog,
  ErrorState,
  Fetched,
  FormFailure,
  PageSkeleton,
  SelectField,
  TextField,
  useFormats,
  useShell,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { nameOf } from '../address/treeAddress.ts';
import type { NodeChange } from '../node/NodeActions.tsx';
import { TreeApi } from '../treeApi.ts';
import { messages } from './messages.ts';
import { Progress } from './Progress.tsx';
import { Steps } from './Steps.ts';
import { useMoveBack } from './useMoveBack.ts';

interface Props {
  readonly node: TreeNodeDetails;
  readonly what: 'copy' | 'move';
  readonly onCancel: () => void;
  readonly onDone: (what: NodeChange) => void;
  /** Called after Undo. */
  readonly onMovedBack?: (from: { repoKey: string; path: string }) => void;
}

/** Asks for the target, previews the move or copy, and then runs it. */
export const TransferDialog = observer(function TransferDialog(props: Props) {
  const { node, what, onCancel, onDone, onMovedBack } = props;
  const text = useText();
  const formats = useFormats();
  const { http, notifications } = useShell();
  const moveBack = useMoveBack();
  const [api] = useState(() => new TreeApi(http));
  const [targets] = useState(() => new Fetched<readonly string[]>([], () => api.targets()));
  const [target, setTarget] = useState('');
  const [path, setPath] = useState(node.path);
  const [checked, setChecked] = useState(false);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<TreeChange>();
  const [failure, setFailure] = useState<string>();
  const [steps, setSteps] = useState<Steps>();
  useEffect(() => {
    void targets.need();
    return () => targets.dispose();
  }, [targets]);

  const targetRepoKey =
    target || (targets.value.includes(node.repoKey) ? node.repoKey : (targets.value[0] ?? ''));
  const targetPath = path.trim().replace(/^\/+|\/+$/g, '');
  const validationError =
    targetPath === ''
      ? text(messages.pathNeeded)
      : targetRepoKey === node.repoKey && targetPath === node.path
        ? text(messages.samePlace)
        : undefined;
  const way = { repoKey: node.repoKey, path: node.path, targetRepoKey, targetPath };
  const to = `${targetRepoKey}/${targetPath}`;

  const check = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (validationError || checking) return;
    setChecking(true);
    setFailure(undefined);
    try {
      setFound(await api.transfer(what, { ...way, dry: true }));
    } catch (cause) {
      setFailure((cause as Error).message);
    }
    setChecking(false);
  };
  const start = async () => {
    const newSteps =
      steps ??
      new Steps((continueState, signal) =>
        api.transfer(what, { ...way, ...(continueState === undefined ? {} : { continueState }) }, signal),
      );
    setSteps(newSteps);
    await newSteps.run();
    if (newSteps.status === 'done') finish(newSteps);
  };
  const finish = (newSteps: Steps) => {
    // A merged folder cannot be told apart afterwards.
    const reversible = what === 'move' && found?.targetExists === false ? [way] : [];
    notifications.success(
      text(what === 'copy' ? messages.copied : messages.moved, { count: newSteps.done }),
      moveBack(reversible, () => onMovedBack?.({ repoKey: targetRepoKey, path: targetPath })),
    );
    done();
  };
  const done = () =>
    onDone({ what: what === 'copy' ? 'copied' : 'moved', repoKey: targetRepoKey, path: targetPath });
  const leave = steps && steps.done > 0 ? done : onCancel;

  const title = text(what === 'copy' ? messages.copyTitle : messages.moveTitle, { name: nameOf(node.path) });
  return (
    <Dialog title={title} onCancel={steps?.underWay ? () => steps.stop() : leave}>
      {found ? (
        <div className="repositories-dialog">
          <p role="status">
            {text(what === 'copy' ? messages.willCopy : messages.willMove, {
              count: found.files,
              size: formats.size(found.bytes),
              to,
            })}
          </p>
          {(found.replaces ?? 0) > 0 && (
            <p className="repositories-warning">
              {text(messages.willReplace, { count: found.replaces ?? 0 })}
            </p>
          )}
          {steps && (
            <Progress
              done={steps.done}
              all={found.files}
              said={text(what === 'copy' ? messages.copying : messages.moving, {
                done: formats.count(steps.done),
                all: formats.count(found.files),
              })}
            />
          )}
          {steps?.error && (
            <FormFailure text={text(messages.transferFailed, { cause: steps.error.message })} />
          )}
          <div className="repositories-buttons">
            {!steps?.underWay && (
              <Button
                kind="main"
                label={text(what === 'copy' ? messages.copyVerb : messages.moveVerb)}
                onClick={() => void start()}
              />
            )}
            {!steps && <Button label={text(messages.backVerb)} onClick={() => setFound(undefined)} />}
            {steps?.underWay ? (
              <Button
                label={text(messages.stop)}
                busy={steps.status === 'stopping'}
                onClick={() => steps.stop()}
              />
            ) : (
              <Button label={text(messages.cancel)} onClick={leave} />
            )}
          </div>
        </div>
      ) : targets.error ? (
        <ErrorState
          what={text(messages.targetsFailed)}
          cause={targets.error.message}
          onRetry={() => void targets.fetch()}
        />
      ) : !targets.settled ? (
        <PageSkeleton />
      ) : (
        <form className="repositories-dialog" onSubmit={(event) => void check(event)} noValidate>
          {failure && <FormFailure text={failure} />}
          {targets.value.length === 0 ? (
            <p>{text(messages.noTargets)}</p>
          ) : (
            <>
              <SelectField
                label={text(messages.target)}
                value={targetRepoKey}
                options={targets.value.map((key) => ({ key, label: key }))}
                onChange={setTarget}
              />
              <TextField
                label={text(messages.targetPath)}
                value={path}
                onChange={setPath}
                required
                spellCheck={false}
                autoComplete="off"
                help={text(messages.targetPathHelp)}
                error={checked ? validationError : undefined}
              />
            </>
          )}
          <div className="repositories-buttons">
            {targets.value.length > 0 && (
              <Button kind="main" type="submit" label={text(messages.check)} busy={checking} />
            )}
            <Button label={text(messages.cancel)} onClick={onCancel} />
          </div>
        </form>
      )}
    </Dialog>
  );
});
