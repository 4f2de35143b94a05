import type { PackageTabProps } from '@lading/contract';
import type { ComponentDetails } from '@lading/contract/rest';
import { EmptyState, Fetched, FetchedView, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ADVISORIES, packageIdOf } from '../paths.ts';
import css from '../scanning.css?inline';
import { fetchIssues } from '../scanningApi.ts';
import { IssueTable } from './IssueTable.tsx';
import { messages } from './messages.ts';

/** Lowest license rank that includes scanning. */
const SCANNING_RANK = 2;

/** Lists the known vulnerabilities and license violations of a version. */
export const IssuesTab = observer(function IssuesTab(props: PackageTabProps) {
  const { license } = useShell();
  const text = useText();
  if (license.rank < SCANNING_RANK) return <EmptyState icon="shield" what={text(messages.needsLicense)} />;
  const { packageType, packageName, version } = props;
  const id = packageIdOf(packageType, packageName);
  return <Issues key={`${id} ${version}`} id={id} version={version} />;
});

function Issues({ id, version }: { id: string; version: string }) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () =>
      new Fetched<ComponentDetails | undefined>(undefined, (signal) =>
        fetchIssues(http, id, version, signal),
      ),
  );
  useEffect(() => () => fetched.dispose(), [fetched]);
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(details) => details && <Details details={details} />}
    </FetchedView>
  );
}

function Details({ details }: { details: ComponentDetails }) {
  const text = useText();
  const { user } = useShell();
  const { issues } = details;
  const violations = details.violations ?? [];
  return (
    <>
      {violations.length > 0 && (
        <section className="scanning-box">
          <h2>{text(messages.licenses)}</h2>
          <ul className="scanning-reasons">
            {violations.map(({ license, reason }) => (
              <li key={license}>{text(messages[reason], { license })}</li>
            ))}
          </ul>
        </section>
      )}
      {issues === null && (
        <EmptyState icon="shield" what={text(messages.notScanned)} more={text(messages.notScannedMore)}>
          {user.current?.admin && <Link to={ADVISORIES}>{text(messages.advisories)}</Link>}
        </EmptyState>
      )}
      {issues?.length === 0 && (
        <EmptyState icon="checkCircle" what={text(messages.none)} more={text(messages.noneMore)} />
      )}
      {issues !== null && issues.length > 0 && <IssueTable issues={issues} />}
    </>
  );
}
