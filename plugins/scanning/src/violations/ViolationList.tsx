import type { Message } from '@lading/contract';
import type { NotEvaluated, Violation, ViolationsAnswer } from '@lading/contract/rest';
import { Button, EmptyState, OutsideLink, SeverityMark, useShell, useText, When } from '@lading/ui';
import { Link } from 'react-router-dom';
import { POLICY, versionAddress } from '../paths.ts';
import { messages } from './messages.ts';
import { SortHead } from './SortHead.tsx';
import {
  isFiltered,
  LAST_PAGE,
  PAGE_SIZE,
  type ViolationQuery,
  type ViolationSort,
} from './violationQuery.ts';

const HEADS: readonly { title: Message; sort?: ViolationSort }[] = [
  { title: messages.severity, sort: 'severity' },
  { title: messages.what },
  { title: messages.name, sort: 'name' },
  { title: messages.repositories },
  { title: messages.found, sort: 'created' },
];

/** The platform's limit for the total count. */
const MAX_COUNT = 10_000;

interface Props {
  readonly answer: ViolationsAnswer;
  readonly query: ViolationQuery;
  readonly onChange: (next: Partial<ViolationQuery>) => void;
}

export function ViolationList({ answer, query, onChange }: Props) {
  const text = useText();
  const why = useReasons(answer.not_evaluated);
  const { violations, total_violations: total, not_evaluated: reasons } = answer;
  if (violations.length === 0 && query.page === 1)
    return <Nothing reasons={reasons} query={query} onChange={onChange} />;
  const last = Math.min(LAST_PAGE, Math.ceil(Math.min(total, MAX_COUNT) / PAGE_SIZE));
  return (
    <>
      {why && <p className="ld-soft">{why}</p>}
      <p className="ld-soft" role="status">
        {total > MAX_COUNT
          ? text(messages.many, { count: MAX_COUNT })
          : text(messages.count, { count: total })}
      </p>
      <table className="scanning-table">
        <thead>
          <tr>
            {HEADS.map(({ title, sort }) => (
              <SortHead key={title.id} title={title} sort={sort} query={query} onChange={onChange} />
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

/** Returns the reasons why versions can violate the policy without being listed. */
function useReasons(reasons: readonly NotEvaluated[]): string {
  const text = useText();
  return reasons.map((reason) => text(messages[reason])).join(' ');
}

interface NothingProps extends Omit<Props, 'answer'> {
  readonly reasons: readonly NotEvaluated[];
}

function Nothing({ reasons, query, onChange }: NothingProps) {
  const text = useText();
  const { user } = useShell();
  const why = useReasons(reasons);
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon="filter"
        what={text(messages.nothing)}
        more={`${why} ${text(messages.nothingMore)}`.trim()}
      >
        <Button
          label={text(messages.clear)}
          onClick={() => onChange({ name: '', kind: '', severity: '', cve: '', repo: '' })}
        />
      </EmptyState>
    );
  }
  const unknown = reasons.length > 0;
  return (
    <EmptyState
      icon={unknown ? 'shield' : 'checkCircle'}
      what={text(unknown ? messages.notEvaluated : messages.none)}
      more={unknown ? why : text(messages.noneMore)}
    >
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
