import { type DashboardWidgetProps, HttpFailure } from '@lading/contract';
import type { NewVulnerabilities, NewVulnerability } from '@lading/contract/rest';
import { EmptyState, FetchedView, SeverityMark, ShortName, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { NEW, ROWS } from './calls.ts';
import { messages } from './messages.ts';
import { Unknown, UnknownTypes } from './Unknown.tsx';

/** Codes of errors while scanning is off or not licensed. */
const OFF = ['SERVICE_NOT_HERE', 'NO_LICENSE'];

/** Vulnerabilities that were first found in a package recently. */
export const NewVulnerabilitiesWidget = observer(function NewVulnerabilitiesWidget(
  props: DashboardWidgetProps,
) {
  const { project } = props;
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData(async (signal) => {
    try {
      return await http.json<NewVulnerabilities>(NEW, {
        query: { limit: String(ROWS), ...(project === undefined ? {} : { project }) },
        signal,
      });
    } catch (error) {
      if (error instanceof HttpFailure && OFF.includes(error.code ?? '')) return 'off';
      throw error;
    }
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.newFailed)}>
      {(found) => found && (found !== 'off' && found.scanned ? <Found found={found} /> : <Unknown />)}
    </FetchedView>
  );
});

function Found({ found }: { found: NewVulnerabilities }) {
  const text = useText();
  const { vulnerabilities, days, waiting, complete, unknownTypes } = found;
  return (
    <>
      {vulnerabilities.length > 0 ? (
        <ol className="ins-list">
          {vulnerabilities.map((each) => (
            <Row key={`${each.advisory} ${each.package_id}`} row={each} />
          ))}
        </ol>
      ) : (
        <EmptyState icon="shield" what={text(messages.noneNew, { days })} more={text(messages.noneNewMore)} />
      )}
      {waiting && <p className="ins-note">{text(messages.waiting)}</p>}
      {!complete && <p className="ins-note">{text(messages.incomplete)}</p>}
      <UnknownTypes types={unknownTypes} />
    </>
  );
}

function Row({ row }: { row: NewVulnerability }) {
  const { package_id: id, package_name: name, version, severity, title, found } = row;
  return (
    <li className="ins-found">
      <SeverityMark severity={severity} />
      <span className="ins-list__name">
        <Link to={`/packages/${encodeURIComponent(id)}/${encodeURIComponent(version)}`}>
          <ShortName text={`${name} ${version}`} />
        </Link>
        <span className="ins-found__title" title={title}>
          {title}
        </span>
      </span>
      <span className="ins-list__fact">
        <When date={found} />
      </span>
    </li>
  );
}
