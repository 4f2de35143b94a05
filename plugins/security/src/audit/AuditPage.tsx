import { PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from '../form/settings.css?inline';
import { AUDIT_FILTERS, type AuditFilter } from '../securityApi.ts';
import { AuditActions } from './AuditActions.tsx';
import { AuditEvents } from './AuditEvents.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditStore } from './AuditStore.ts';
import { messages } from './messages.ts';

/** Sign-ins and access changes: user, time, and IP address. The filters are in the URL. */
export function AuditPage() {
  useStyles(css);
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const filter: AuditFilter = Object.fromEntries(
    AUDIT_FILTERS.flatMap((key) => (query.get(key) ? [[key, query.get(key) ?? '']] : [])),
  );
  const change = (next: AuditFilter) =>
    setQuery(
      AUDIT_FILTERS.flatMap((key) => {
        const value = next[key]?.trim() ?? '';
        return value === '' ? [] : [[key, value] as [string, string]];
      }),
    );
  const [events, setEvents] = useState<readonly string[]>([]);
  const key = JSON.stringify(filter);
  return (
    <PageFrame heading={text(messages.title)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <AuditFilters events={events} filter={filter} onChange={change} />
      <AuditActions filter={filter} />
      <Log key={key} filter={filter} onNames={setEvents} />
    </PageFrame>
  );
}

interface LogProps {
  readonly filter: AuditFilter;
  readonly onNames: (names: readonly string[]) => void;
}

function Log({ filter, onNames }: LogProps) {
  const { http } = useShell();
  const [store] = useState(() => new AuditStore(http, filter, onNames));
  return <AuditEvents store={store} />;
}
