import { Skeleton, useRecovery, useText } from '@lading/ui';
import { messages } from '../messages.ts';
import type { StateRow } from './rows.ts';
import type { TreeStore } from './TreeStore.ts';

/** Line shown in place of children that are loading, failed, or missing. */
export function StateLine(props: { store: TreeStore; row: StateRow; top: number; height: number }) {
  const text = useText();
  const { store, row, top, height } = props;
  const retry = () => void store.branchOf(row.parent)?.retry();
  useRecovery(row.kind === 'failed' ? retry : undefined);
  const style = { top, height, paddingInlineStart: 24 + Math.min(row.level - 1, 12) * 16 };
  if (row.kind === 'failed') {
    return (
      <div role="none" className="repositories-line repositories-line--failed" style={style}>
        <span className="repositories-line__name" title={row.cause}>
          {text(messages.branchFailed, { cause: row.cause ?? '' })}
        </span>
        <button type="button" className="repositories-line__retry" onClick={retry}>
          {text(messages.retry)}
        </button>
      </div>
    );
  }
  return (
    <div role="none" className="repositories-line" style={style}>
      {row.kind === 'empty' ? (
        <span className="ld-soft">{text(messages.emptyFolder)}</span>
      ) : (
        <Skeleton width="140px" height="12px" />
      )}
    </div>
  );
}
