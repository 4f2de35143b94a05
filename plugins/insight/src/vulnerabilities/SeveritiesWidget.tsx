import type { DashboardWidgetProps } from '@lading/contract';
import type { MorePackageFacets, Severity } from '@lading/contract/rest';
import { FetchedView, SeverityMark, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { SEVERITIES } from './calls.ts';
import { messages } from './messages.ts';
import { Unknown, UnknownTypes } from './Unknown.tsx';

/** Numbers of packages by the severities of the vulnerabilities of their latest version. */
export const SeveritiesWidget = observer(function SeveritiesWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) =>
    http.json<MorePackageFacets>(SEVERITIES, {
      method: 'POST',
      body: project === undefined ? {} : { projects: [project] },
      signal,
    }),
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.severitiesFailed)}>
      {(found) => found && (found.severities.length > 0 ? <Counts found={found} /> : <Unknown />)}
    </FetchedView>
  );
});

function Counts({ found }: { found: MorePackageFacets }) {
  const text = useText();
  const formats = useFormats();
  const { severities, capped, partial, unknownTypes } = found;
  const countText = (count: number) => {
    if (!capped) return text(messages.packageCount, { count });
    // None of the examined packages: others can have some.
    if (count === 0) return text(messages.unknownCount);
    return text(messages.packagesAtLeast, { count: formats.count(count) });
  };
  return (
    <>
      <p className="ins-note">{text(messages.about)}</p>
      <ol className="ins-list">
        {severities.map(({ value, count }) => (
          <li key={value}>
            <Link
              className="ins-list__name"
              to={`/packages?severities=${value}&sort_by=modified&sort_type=desc`}
            >
              <SeverityMark severity={value as Lowercase<Severity>} />
            </Link>
            <span className="ins-list__fact">{countText(count)}</span>
          </li>
        ))}
      </ol>
      <UnknownTypes types={unknownTypes} />
      {partial && <p className="ins-note">{text(messages.partial)}</p>}
    </>
  );
}
