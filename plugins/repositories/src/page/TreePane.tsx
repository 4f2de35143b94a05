import { Button, EmptyState, ErrorState, SearchField, Skeleton, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { type BulkDone, TickedBar } from '../bulk/TickedBar.tsx';
import { FavoriteList } from '../favorites/FavoriteList.tsx';
import type { FavoritesStore } from '../favorites/FavoritesStore.ts';
import { messages } from '../messages.ts';
import { PathMatches } from '../paths/PathMatches.tsx';
import type { NodeRow } from '../tree/rows.ts';
import type { TreeStore } from '../tree/TreeStore.ts';
import { TreeView } from '../tree/TreeView.tsx';

interface Props {
  readonly store: TreeStore;
  readonly repoKey: string;
  readonly path: string;
  readonly favorites: FavoritesStore;
  readonly onChoose: (row: NodeRow) => void;
  /** Called when the user opens a favorite. */
  readonly onVisit: () => void;
  readonly onBulk: (done: BulkDone) => void;
}

const CLASSES = ['local', 'remote', 'virtual'] as const;

/** The tree of repositories, with a filter above it. */
export const TreePane = observer(function TreePane(props: Props) {
  const { store } = props;
  const text = useText();
  const id = useId();
  const { filter, types, compact } = store;
  return (
    <div className="repositories-pane">
      <div className="repositories-filters">
        <SearchField
          label={text(messages.filter)}
          value={filter.name}
          onChange={(name) => store.setFilter({ name })}
        />
        <div className="repositories-filters__more">
          <div className="ld-input repositories-type">
            <select
              aria-label={text(messages.type)}
              value={filter.type}
              onChange={(event) => store.setFilter({ type: event.target.value })}
            >
              <option value="">{text(messages.anyType)}</option>
              {CLASSES.map((each) => (
                <option key={each} value={each}>
                  {text(messages[each])}
                </option>
              ))}
              {types.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </div>
          <span className="repositories-compact">
            <input
              id={id}
              type="checkbox"
              checked={compact}
              onChange={(event) => {
                store.setCompact(event.target.checked);
                const chosen = store.active;
                if (chosen) void store.revealKey(chosen);
              }}
            />
            <label htmlFor={id}>{text(messages.compact)}</label>
          </span>
        </div>
      </div>
      {filter.name.trim().length > 1 && <PathMatches typed={filter.name.trim()} onVisit={props.onVisit} />}
      <FavoriteList store={props.favorites} onChoose={props.onVisit} />
      <Tree {...props} />
      <TickedBar store={store} onDone={props.onBulk} />
    </div>
  );
});

const Tree = observer(function Tree(props: Props) {
  const { store } = props;
  const text = useText();
  const { repositories } = store;
  if (repositories.error) {
    return (
      <ErrorState
        what={text(messages.treeFailed)}
        cause={repositories.error.message}
        onRetry={() => void repositories.fetch()}
      />
    );
  }
  if (!repositories.settled && repositories.value.length === 0) {
    return (
      <div className="repositories-skeletons" aria-busy="true">
        {['60%', '45%', '70%', '50%', '64%'].map((width) => (
          <Skeleton key={width} width={width} height="14px" />
        ))}
      </div>
    );
  }
  if (repositories.value.length === 0)
    return (
      <EmptyState icon="lock" what={text(messages.noRepositories)} more={text(messages.noRepositoriesMore)} />
    );
  if (store.own.length === 0)
    return (
      <EmptyState icon="folder" what={text(messages.noneInProject)} more={text(messages.noneInProjectMore)} />
    );
  if (store.roots.length === 0) {
    return (
      <EmptyState icon="filter" what={text(messages.noneMatches)}>
        <Button label={text(messages.clearFilter)} onClick={() => store.setFilter({ name: '', type: '' })} />
      </EmptyState>
    );
  }
  return <TreeView {...props} />;
});
