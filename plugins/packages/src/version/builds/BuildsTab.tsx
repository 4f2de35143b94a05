import { EmptyState, FetchedView, useText } from '@lading/ui';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import { BuildTable } from './BuildTable.tsx';

/** Lists the builds that published the version. */
export function BuildsTab(props: { parts: VersionParts }) {
  const text = useText();
  return (
    <FetchedView fetched={props.parts.builds} failure={text(messages.buildsFailed)}>
      {({ results, truncated }) =>
        results.length === 0 ? (
          <EmptyState icon="history" what={text(messages.noBuilds)} more={text(messages.noBuildsMore)} />
        ) : (
          <BuildTable builds={results} truncated={truncated} />
        )
      }
    </FetchedView>
  );
}
