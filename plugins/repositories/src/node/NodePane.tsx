import { HttpFailure } from '@lading/contract';
import { buttonClass, EmptyState, ErrorState, PageSkeleton, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Fragment, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { nameOf, treeAddress } from '../address/treeAddress.ts';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import type { FavoritesStore } from '../favorites/FavoritesStore.ts';
import { messages as common } from '../messages.ts';
import { NodeActions, type NodeChange } from './NodeActions.tsx';
import type { NodeStore } from './NodeStore.ts';
import { NodeTabs } from './NodeTabs.tsx';

interface Props {
  readonly store: NodeStore;
  readonly favorites: FavoritesStore;
  readonly tab: string;
  readonly onUpload: (files: readonly File[]) => void;
  readonly onChanged: (what: NodeChange) => void;
}

/** Shows the details of the selected node and the actions on it. */
export const NodePane = observer(function NodePane(props: Props) {
  const { store, favorites, tab, onUpload, onChanged } = props;
  const { details, repoKey, path } = store;
  useEffect(() => void details.need(), [details]);
  const node = details.value;
  return (
    <>
      <Breadcrumb repoKey={repoKey} path={path} />
      <div className="repositories-node__head">
        <div className="repositories-node__title">
          <h2 className="repositories-node__name">{path === '' ? repoKey : nameOf(path)}</h2>
          {node && <FavoriteButton store={favorites} place={{ repoKey, path }} />}
        </div>
        {node && <NodeActions node={node} onUpload={onUpload} onChanged={onChanged} />}
      </div>
      {node ? (
        <NodeTabs store={store} node={node} tab={tab} />
      ) : details.error ? (
        <NodeFailed store={store} error={details.error} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
});

function NodeFailed(props: { store: NodeStore; error: Error }) {
  const { user } = useShell();
  const text = useText();
  const asks = user.signedIn && !user.current?.admin;
  const { error } = props;
  const { details, repoKey: repo, path } = props.store;
  if (error instanceof HttpFailure && error.status === 404) {
    const what = text(common.notThere, { path: path === '' ? '/' : path, repo });
    return (
      <EmptyState icon="document" what={what} more={text(common.notThereMore)}>
        {path !== '' && (
          <Link className={buttonClass('plain')} to={treeAddress(repo)}>
            {text(common.toRepository, { repo })}
          </Link>
        )}
        {asks && (
          <Link
            className={buttonClass('plain')}
            to={`/why?${new URLSearchParams({ repository: repo, file: path })}`}
          >
            {text(common.ask)}
          </Link>
        )}
      </EmptyState>
    );
  }
  if (error instanceof HttpFailure && (error.status === 401 || error.status === 403))
    return <EmptyState icon="lock" what={error.message} />;
  return (
    <ErrorState what={text(common.nodeFailed)} cause={error.message} onRetry={() => void details.fetch()} />
  );
}

function Breadcrumb(props: { repoKey: string; path: string }) {
  const text = useText();
  const { repoKey, path } = props;
  const folders = path.split('/').slice(0, -1);
  const above = path === '' ? [] : [['', repoKey] as const, ...folders.map(toFolder)];
  if (above.length === 0) return null;
  return (
    <nav className="ld-breadcrumb" aria-label={text(common.path)}>
      {above.map(([folder, label], at) => (
        <Fragment key={folder}>
          {at > 0 && <span aria-hidden="true">/</span>}
          <Link to={treeAddress(repoKey, folder)}>{label}</Link>
        </Fragment>
      ))}
    </nav>
  );

  function toFolder(name: string, at: number): readonly [string, string] {
    return [folders.slice(0, at + 1).join('/'), name];
  }
}
