import { HttpFailure } from '@lading/contract';
import type { TreePlace, TreePlan } from '@lading/contract/rest';
import {
  Button,
  ErrorState,
  Fetched,
  FormFailure,
  PageSkeleton,
  TextField,
  useFormats,
  useShell,
  useText,
} from '@lading/ui';
import { useUndo } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages as actionMessages } from '../actions/messages.ts';
import { Progress } from '../actions/Progress.tsx';
import { MANY } from '../actions/RemoveDialog.tsx';
import { Steps } from '../actions/Steps.ts';
import { type Move, useMoveBack } from '../actions/useMoveBack.ts';
import type { TreeApi } from '../treeApi.ts';
import type { BulkProps } from './BulkDialog.tsx';
import { bulkSteps } from './bulkSteps.ts';
import { messages } from './messages.ts';
import { PlanView } from './PlanView.tsx';

interface Props extends BulkProps {
  readonly api: TreeApi;
  readonly target: TreePlace | undefined;
  readonly onBack: (() => void) | undefined;
  /** Receives the function that stops the run in progress; `undefined` when nothing is running. */
  readonly onBusy: (stop: (() => void) | undefined) => void;
}

const VERBS = {
  remove: messages.removeVerb,
  copy: messages.copyVerb,
  move: messages.moveVerb,
  download: messages.downloadVerb,
} as const;
const WORDS = {
  remove: { progress: actionMessages.progress, done: actionMessages.removed },
  copy: { progress: actionMessages.copying, done: actionMessages.copied },
  move: { progress: actionMessages.moving, done: actionMessages.moved },
} as const;

/** Shows the plan and runs it after confirmation. */
export const BulkPlan = observer(function BulkPlan(props: Props) {
  const { what, nodes, api, target, onBack, onBusy, onCancel, onDone, onRestored } = props;
  const text = useText();
  const formats = useFormats();
  const { notifications } = useShell();
  const undo = useUndo();
  const moveBack = useMoveBack();
  const [plan] = useState(
    () =>
      new Fetched<TreePlan | undefined>(undefined, (signal) =>
        api.plan({ what, nodes: [...nodes], ...(target ? { target } : {}) }, signal),
      ),
  );
  const [steps, setSteps] = useState<Steps>();
  /** Nodes processed before the plan was last refreshed. */
  const [before, setBefore] = useState<TreePlan['nodes']>([]);
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [fetching, setFetching] = useState(false);
  useEffect(() => {
    void plan.fetch();
    return () => plan.dispose();
  }, [plan]);
  const found = plan.value;
  const going = found?.nodes.filter(({ refused }) => refused === undefined) ?? [];
  const touched = steps && steps.done > 0 ? [...before, ...going] : before;
  const leave = touched.length > 0 ? () => onDone(touched, target) : onCancel;

  const run = async (current: Steps) => {
    onBusy(() => current.stop());
    await current.run();
    // Processed nodes are reported even when the user leaves before the end.
    const done = current.done > 0 ? [...before, ...going] : before;
    onBusy(done.length > 0 ? () => onDone(done, target) : undefined);
    if (current.status !== 'done' || what === 'download') return;
    const onUndone = () => onRestored?.(done, target);
    notifications.success(
      text(WORDS[what].done, { count: current.done }),
      what === 'move' ? moveBack(reversible(done, target), onUndone) : undo(current.deletions, onUndone),
    );
    onDone(done, target);
  };
  const start = () => {
    if (what === 'download') return void download();
    const current = steps ?? new Steps(bulkSteps(api, what, going, target?.repoKey ?? ''));
    setSteps(current);
    void run(current);
  };
  const download = async () => {
    setFetching(true);
    setFailure(undefined);
    try {
      follow(await api.archive(going.map(({ repoKey, path }) => ({ repoKey, path }))));
      onDone([], undefined);
    } catch (cause) {
      setFailure((cause as Error).message);
      setFetching(false);
    }
  };
  const lookAgain = () => {
    setBefore(touched);
    setSteps(undefined);
    void plan.fetch();
  };

  if (plan.error) {
    return (
      <div className="repositories-dialog">
        <ErrorState
          what={text(messages.planFailed)}
          cause={plan.error.message}
          onRetry={() => void plan.fetch()}
        />
        <div className="repositories-buttons">
          {onBack && <Button label={text(actionMessages.backVerb)} onClick={onBack} />}
          <Button label={text(actionMessages.cancel)} onClick={leave} />
        </div>
      </div>
    );
  }
  if (!found) return <PageSkeleton />;
  const many = what === 'remove' && found.files >= MANY;
  const busy = steps?.underWay;
  const changed = steps?.error instanceof HttpFailure && steps.error.code === 'CHANGED';
  const to = target ? `${target.repoKey}/${target.path}` : '';
  return (
    <div className="repositories-dialog">
      <PlanView plan={found} what={what} to={to} />
      {many && !steps && (
        <TextField
          label={text(messages.typeCount, { count: `${found.files}` })}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {steps && what !== 'download' && (
        <Progress
          done={steps.done}
          all={found.files}
          said={text(WORDS[what].progress, {
            done: formats.count(steps.done),
            all: formats.count(found.files),
          })}
        />
      )}
      {(failure ?? steps?.error?.message) !== undefined && (
        <FormFailure
          text={text(actionMessages.transferFailed, { cause: failure ?? steps?.error?.message ?? '' })}
        />
      )}
      <div className="repositories-buttons">
        {going.length > 0 && !steps && (
          <Button
            kind={what === 'remove' ? 'danger' : 'main'}
            label={text(VERBS[what], { count: found.files })}
            disabled={many && typed.trim() !== `${found.files}`}
            busy={fetching}
            onClick={start}
          />
        )}
        {changed && <Button kind="main" label={text(messages.lookAgain)} onClick={lookAgain} />}
        {steps && !busy && !changed && (
          <Button kind={what === 'remove' ? 'danger' : 'main'} label={text(messages.goOn)} onClick={start} />
        )}
        {onBack && !steps && <Button label={text(actionMessages.backVerb)} onClick={onBack} />}
        {busy ? (
          <Button
            label={text(actionMessages.stop)}
            busy={steps?.status === 'stopping'}
            onClick={() => steps?.stop()}
          />
        ) : (
          <Button label={text(steps ? messages.close : actionMessages.cancel)} onClick={leave} />
        )}
      </div>
    </div>
  );
});

/** Returns the moves that Undo can reverse: a merged folder cannot be told apart afterwards. */
function reversible(lines: TreePlan['nodes'], target: TreePlace | undefined): Move[] {
  return lines.flatMap(({ repoKey, path, targetPath, targetExists }) =>
    target && targetPath !== undefined && targetExists === false
      ? [{ repoKey, path, targetRepoKey: target.repoKey, targetPath }]
      : [],
  );
}

/** Navigates without a page load, as a link does. */
function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
