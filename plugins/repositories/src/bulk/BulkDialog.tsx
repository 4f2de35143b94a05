import type { TreePlace, TreePlan, TreeSelection } from '@lading/contract/rest';
import { Dialog, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { parentOf } from '../address/treeAddress.ts';
import { TreeApi } from '../treeApi.ts';
import { BulkPlan } from './BulkPlan.tsx';
import { messages } from './messages.ts';
import { TargetForm } from './TargetForm.tsx';

export interface BulkProps {
  readonly what: TreeSelection['what'];
  readonly nodes: readonly TreePlace[];
  readonly onCancel: () => void;
  /** Called after Undo of a removal or of a move to the target. */
  readonly onRestored?: (
    restored: readonly TreePlan['nodes'][number][],
    target: TreePlace | undefined,
  ) => void;
  /** Receives the processed nodes and the target. */
  readonly onDone: (done: readonly TreePlan['nodes'][number][], target: TreePlace | undefined) => void;
}

/**
 * Moves, copies, or deletes several files and folders: asks for the target, shows the plan, and
 * runs it.
 */
export function BulkDialog(props: BulkProps) {
  const { what, nodes, onCancel } = props;
  const { http } = useShell();
  const text = useText();
  const [api] = useState(() => new TreeApi(http));
  const [target, setTarget] = useState<TreePlace>();
  // Closing the dialog stops after the call in progress.
  const [stop, setStop] = useState<() => void>();
  const title = {
    remove: messages.removeTitle,
    copy: messages.copyTitle,
    move: messages.moveTitle,
    download: messages.downloadTitle,
  }[what];
  const needsTarget = (what === 'copy' || what === 'move') && !target;
  const [first] = nodes;
  const from = first ? { repoKey: first.repoKey, path: parentOf(first.path) } : { repoKey: '', path: '' };
  return (
    <Dialog title={text(title)} onCancel={stop ?? onCancel}>
      {needsTarget ? (
        <TargetForm api={api} from={from} onChosen={setTarget} onCancel={onCancel} />
      ) : (
        <BulkPlan
          {...props}
          api={api}
          target={target}
          onBack={target ? () => setTarget(undefined) : undefined}
          onBusy={(how) => setStop(() => how)}
        />
      )}
    </Dialog>
  );
}
