import { EmptyState, ErrorState, PageFrame, PageSkeleton, useShell } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import './list.css';
import { type Repository, RepositoryListStore } from './RepositoryListStore.ts';

/** Lists the repositories that the user can read. */
export const RepositoryListPage = observer(function RepositoryListPage() {
  const { http } = useShell();
  const [store] = useState(() => new RepositoryListStore(http));
  useEffect(() => {
    const leaving = new AbortController();
    void store.load(leaving.signal);
    return () => leaving.abort();
  }, [store]);
  return (
    <PageFrame heading="__TITLE__">
      <Content store={store} />
    </PageFrame>
  );
});

const Content = observer(function Content({ store }: { store: RepositoryListStore }) {
  const { state } = store;
  if (state.kind === 'loading') return <PageSkeleton />;
  if (state.kind === 'failed') {
    return (
      <ErrorState
        what="The repositories could not be fetched"
        cause={state.cause}
        onRetry={() => void store.load()}
      />
    );
  }
  if (state.repositories.length === 0)
    return <EmptyState what="No repositories that you have permission to read" />;
  return <RepositoryTable repositories={state.repositories} />;
});

function RepositoryTable({ repositories }: { repositories: readonly Repository[] }) {
  return (
    <table className="__NAME__-repositories">
      <thead>
        <tr>
          <th scope="col">Repository</th>
          <th scope="col">Kind</th>
          <th scope="col">Packages</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {repositories.map(({ key, type, packageType, description }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{type.toLowerCase()}</td>
            <td>{packageType}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
