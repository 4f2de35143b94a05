import type { RepositorySummary } from '@lading/contract/rest';
import { EmptyState, ErrorState, PageFrame, Skeleton, useText } from '@lading/ui';
import { repositories as messages } from './pageMessages.ts';
import { useCall } from './useCall.ts';
import { WideTable } from './WideTable.tsx';

const REPOSITORIES = '/artifactory/api/repositories';

/** Landing page of a lightweight instance: the list of repositories. */
export function LightweightPage() {
  const text = useText();
  const { called, again } = useCall<RepositorySummary[]>(REPOSITORIES, Array.isArray);
  return (
    <PageFrame heading={<span id="lading-repositories">{text(messages.heading)}</span>}>
      {!called && <Skeleton width="60%" />}
      {called && 'cause' in called && (
        <ErrorState what={text(messages.failed)} cause={called.cause} onRetry={again} />
      )}
      {called && 'answer' in called && <Repositories repositories={called.answer} />}
    </PageFrame>
  );
}

function Repositories({ repositories }: { repositories: readonly RepositorySummary[] }) {
  const text = useText();
  if (repositories.length === 0) return <EmptyState what={text(messages.none)} />;
  return (
    <WideTable labelledBy="lading-repositories">
      <thead>
        <tr>
          <th scope="col">{text(messages.name)}</th>
          <th scope="col">{text(messages.kind)}</th>
          <th scope="col">{text(messages.packageType)}</th>
          <th scope="col">{text(messages.description)}</th>
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
