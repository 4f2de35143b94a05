import type { RepositorySummary } from '@lading/contract/rest';
import { EmptyState, ErrorState, PageFrame, Skeleton } from '@lading/ui';
import { useCall } from './useCall.ts';
import { WideTable } from './WideTable.tsx';

const REPOSITORIES = '/artifactory/api/repositories';

/** Where one lands on a lightweight instance: what repositories there are. */
export function LightweightPage() {
  const { called, again } = useCall<RepositorySummary[]>(REPOSITORIES);
  return (
    <PageFrame heading={<span id="lading-repositories">Repositories</span>}>
      {!called && <Skeleton width="60%" />}
      {called && 'cause' in called && (
        <ErrorState what="The repositories could not be fetched" cause={called.cause} onRetry={again} />
      )}
      {called && 'answer' in called && <Repositories repositories={called.answer} />}
    </PageFrame>
  );
}

function Repositories({ repositories }: { repositories: readonly RepositorySummary[] }) {
  if (repositories.length === 0) return <EmptyState what="There is no repository that you may read." />;
  return (
    <WideTable labelledBy="lading-repositories">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Kind</th>
          <th scope="col">Package type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {repositories.map(({ key, type, packageType, description }) => (
          <tr key={key}>
            <td>{key}</td>
            <td>{type.toLowerCase()}</td>
            <td>{packageType}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
