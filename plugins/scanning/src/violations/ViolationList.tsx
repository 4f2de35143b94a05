import type { Violation, ViolationsAnswer } from '@lading/contract/rest';
import { Button, EmptyState, OutsideLink, SeverityMark, useShell, useText, When } from '@lading/ui';
import { Link } from 'react-router-dom';
import { POLICY, versionAddress } from '../paths.ts';
import { messages } from './messages.ts';
import { isFiltered, LAST_PAGE, PAGE_SIZE, type ViolationQuery } from './violationQuery.ts';

/** Of the count: the platform counts no further. */
const MOST_COUNTED = 10_000;

interface Props {
  readonly answer: ViolationsAnswer;
  readonly query: ViolationQuery;
  readonly onChange: (next: Partial<ViolationQuery>) => void;
}

export function ViolationList({ answer, query, onChange }: Props) {
  const text = useText();
  const { violations, total_violations: total } = answer;
  if (violations.length === 0 && query.page === 1) return <Nothing query={query} onChange={onChange} />;
  const last = Math.min(LAST_PAGE, Math.ceil(Math.min(total, MOST_COUNTED) / PAGE_SIZE));
  const heads = [messages.severity, messages.what, messages.name, messages.repositories, messages.found];
  return (
    <>
      <p className="ld-soft" role="status">
        {total > MOST_COUNTED
          ? text(messages.many, { count: MOST_COUNTED })
          : text(messages.count, { count: total })}
      </p>
      <table className="scanning-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.id} scope="col">
                {text(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {violations.map((violation) => (
            <Row key={violation.id} violation={violation} />
          ))}
        </tbody>
      </table>
      {(last > 1 || query.page > 1) && (
        <div className="scanning-buttons scanning-more">
          <Button
            label={text(messages.newer)}
            disabled={query.page <= 1}
            onClick={() => onChange({ page: query.page - 1 })}
          />
          <span>{text(messages.page, { page: query.page })}</span>
          <Button
            label={text(messages.older)}
            disabled={query.page >= last}
            onClick={() => onChange({ page: query.page + 1 })}
          />
        </div>
      )}
    </>
  );
}

function Nothing({ query, onChange }: Omit<Props, 'answer'>) {
  const text = useText();
  const { user } = useShell();
  if (isFiltered(query)) {
    return (
      <EmptyState icon="filter" what={text(messages.nothing)} more={text(messages.nothingMore)}>
        <Button
          label={text(messages.clear)}
          onClick={() => onChange({ name: '', kind: '', severity: '', cve: '' })}
        />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="checkCircle" what={text(messages.none)} more={text(messages.noneMore)}>
      {user.current?.admin && <Link to={POLICY}>{text(messages.policy)}</Link>}
    </EmptyState>
  );
}

function Row({ violation }: { violation: Violation }) {
  const text = useText();
  const {
    severity,
    package_id: id,
    package_name: name,
    version,
    impacted_artifacts: places,
    created,
  } = violation;
  const repositories = [...new Set(places.map((place) => place.split('/', 1)[0]))];
  return (
    <tr>
      <td>
        <SeverityMark severity={severity} />
      </td>
      <td className="scanning-what">
        <What violation={violation} />
      </td>
      <th scope="row">
        <Link to={versionAddress(id, version)}>
          {name} {version}
        </Link>
        <span className="scanning-names">{violation.package_type}</span>
      </th>
      <td data-label={text(messages.repositories)}>{repositories.join(', ')}</td>
      <td data-label={text(messages.found)} className="scanning-keep">
        <When date={created} />
      </td>
    </tr>
  );
}

function What({ violation }: { violation: Violation }) {
  const text = useText();
  const { reason, license = '', description, issue_id: issue, url = '' } = violation;
  if (reason !== undefined) return <>{text(messages[reason], { license })}</>;
  return (
    <>
      {description}
      <span className="scanning-names">
        <OutsideLink url={url}>{issue}</OutsideLink>
      </span>
    </>
  );
}
