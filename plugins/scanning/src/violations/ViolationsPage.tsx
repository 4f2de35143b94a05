import type { ViolationsAnswer } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from '../scanning.css?inline';
import { fetchViolations } from '../scanningApi.ts';
import { messages } from './messages.ts';
import { ViolationFilters } from './ViolationFilters.tsx';
import { ViolationList } from './ViolationList.tsx';
import { readQuery, requestOf, type ViolationQuery, writeQuery } from './violationQuery.ts';

const NONE: ViolationsAnswer = { total_violations: 0, violations: [], not_evaluated: [] };

/**
 * Lists the policy violations in repositories that the user can read. The filters and the page are
 * in the URL.
 */
export function ViolationsPage() {
  useStyles(css);
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const query = readQuery(search);
  const change = (next: Partial<ViolationQuery>) =>
    setSearch((before) => {
      const ours = ['name', 'kind', 'severity', 'cve', 'repo', 'sort_by', 'sort_type', 'page'];
      const others = [...before].filter(([key]) => !ours.includes(key));
      return [...others, ...writeQuery({ ...query, page: 1, ...next })];
    });
  const key = JSON.stringify(query);
  return (
    <PageFrame heading={text(messages.title)}>
      <p className="scanning-about ld-soft">{text(messages.about)}</p>
      <ViolationFilters key={`${query.name} ${query.cve} ${query.repo}`} query={query} onChange={change} />
      <Page key={key} query={query} onChange={change} />
    </PageFrame>
  );
}

function Page({
  query,
  onChange,
}: {
  query: ViolationQuery;
  onChange: (next: Partial<ViolationQuery>) => void;
}) {
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched(NONE, (signal) => fetchViolations(http, requestOf(query), signal)),
  );
  useEffect(() => () => fetched.dispose(), [fetched]);
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(answer) => <ViolationList answer={answer} query={query} onChange={onChange} />}
    </FetchedView>
  );
}
