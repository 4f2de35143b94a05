import type { TreePlace, TreePlan } from '@lading/contract/rest';
import { Button, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { TreeStore } from '../tree/TreeStore.ts';
import { BulkDialog, type BulkProps } from './BulkDialog.tsx';
import { messages } from './messages.ts';

export interface BulkDone {
  readonly what: BulkProps['what'] | 'restored';
  readonly lines: TreePlan['nodes'];
  readonly target: TreePlace | undefined;
}

/**
 * Shows the number of selected tree lines and the actions on them. Renders nothing without a
 * selection.
 */
export const TickedBar = observer(function TickedBar(props: {
  store: TreeStore;
  onDone: (done: BulkDone) => void;
}) {
  const { store, onDone } = props;
  const text = useText();
  const formats = useFormats();
  const { current } = useShell().user;
  const { ticks } = store;
  const [what, setWhat] = useState<BulkProps['what']>();
  if (ticks.count === 0) return null;
  // The plan decides which items the user can delete. Other servers do not say who can delete.
  const mayRemove = current?.admin || (current?.canDelete ?? true);
  const nodes = [...ticks.nodes.values()].map(({ repoKey, path }) => ({ repoKey, path }));
  const done: BulkProps['onDone'] = (lines, target) => {
    if (!what) return;
    setWhat(undefined);
    if (what === 'download') return;
    ticks.clear();
    onDone({ what, lines: [...lines], target });
  };
  return (
    <section className="repositories-ticked" aria-label={text(messages.bar)}>
      <b role="status">{text(messages.chosen, { count: formats.count(ticks.count) })}</b>
      <div className="repositories-buttons">
        <Button icon="download" label={text(messages.download)} onClick={() => setWhat('download')} />
        <Button icon="copy" label={text(messages.copy)} onClick={() => setWhat('copy')} />
        {mayRemove && (
          <>
            <Button label={text(messages.move)} onClick={() => setWhat('move')} />
            <Button
              kind="danger"
              icon="remove"
              label={text(messages.remove)}
              onClick={() => setWhat('remove')}
            />
          </>
        )}
        <Button kind="quiet" icon="close" label={text(messages.none)} onClick={() => ticks.clear()} />
      </div>
      {what && (
        <BulkDialog
          what={what}
          nodes={nodes}
          onCancel={() => setWhat(undefined)}
          onDone={done}
          onRestored={(lines, target) => onDone({ what: 'restored', lines: [...lines], target })}
        />
      )}
    </section>
  );
});
