import { Button, PageFrame, SelectField, TextField, useShell, useStyles, useText } from '@lading/ui';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from '../form/settings.css?inline';
import { AuditEvents } from './AuditEvents.tsx';
import { AuditStore } from './AuditStore.ts';
import { EVENTS } from './events.ts';
import { messages } from './messages.ts';

/** Who came in, when, from where, and what was changed. The filters stand in the address. */
export function AuditPage() {
  useStyles(css);
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const user = query.get('user') ?? '';
  const event = query.get('event') ?? '';
  const [typed, setTyped] = useState(user);
  const change = (next: { user: string; event: string }) =>
    setQuery(Object.entries(next).filter(([, value]) => value !== ''));
  const options = [
    { key: '', label: text(messages.every) },
    ...EVENTS.map((name) => ({ key: name as string, label: name })),
  ];
  return (
    <PageFrame heading={text(messages.title)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <form
        className="security-filters"
        onSubmit={(submitted: FormEvent) => {
          submitted.preventDefault();
          change({ user: typed.trim(), event });
        }}
      >
        <TextField
          label={text(messages.user)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <SelectField
          label={text(messages.event)}
          value={event}
          options={options}
          onChange={(chosen) => change({ user: typed.trim(), event: chosen })}
        />
        <Button type="submit" label={text(messages.show)} />
      </form>
      <Log key={`${user} ${event}`} user={user} event={event} />
    </PageFrame>
  );
}

function Log(filter: { user: string; event: string }) {
  const { http } = useShell();
  const [store] = useState(() => new AuditStore(http, filter));
  return <AuditEvents store={store} />;
}
