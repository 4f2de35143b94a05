import { Button, SelectField, TextField, useText } from '@lading/ui';
import { DateField, isDayOrBlank } from '@lading/ui/edit';
import { type FormEvent, useState } from 'react';
import type { AuditFilter } from '../securityApi.ts';
import { messages } from './messages.ts';

interface Props {
  /** Event names; empty until the first page of the log is loaded. */
  readonly events: readonly string[];
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Text filters apply with the button, selections immediately. */
export function AuditFilters({ events, filter, onChange }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(filter);
  const set = (key: keyof AuditFilter) => (value: string) => setTyped({ ...typed, [key]: value });
  // A field reports a text that is no day.
  const apply = (next: AuditFilter) => {
    if (isDayOrBlank(next.from ?? '') && isDayOrBlank(next.to ?? '')) onChange(next);
  };
  const choose = (key: keyof AuditFilter) => (value: string) => {
    const next = { ...typed, [key]: value };
    setTyped(next);
    apply(next);
  };
  const field = (key: 'user' | 'by' | 'address' | 'text', label: string) => (
    <TextField
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={typed[key] ?? ''}
      onChange={set(key)}
    />
  );
  return (
    <form
      className="security-filters"
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        apply(typed);
      }}
    >
      {field('user', text(messages.user))}
      {field('by', text(messages.actor))}
      <SelectField
        label={text(messages.event)}
        value={typed.event ?? ''}
        options={[
          { key: '', label: text(messages.every) },
          ...[...new Set([...events, ...(typed.event ? [typed.event] : [])])].map((name) => ({
            key: name,
            label: name,
          })),
        ]}
        onChange={choose('event')}
      />
      <SelectField
        label={text(messages.outcome)}
        value={typed.outcome ?? ''}
        options={[
          { key: '', label: text(messages.anyOutcome) },
          { key: 'success', label: text(messages.success) },
          { key: 'failure', label: text(messages.failure) },
        ]}
        onChange={choose('outcome')}
      />
      {field('address', text(messages.address))}
      {field('text', text(messages.text))}
      <DateField label={text(messages.since)} value={typed.from ?? ''} onChange={set('from')} />
      <DateField label={text(messages.until)} value={typed.to ?? ''} onChange={set('to')} />
      <Button type="submit" label={text(messages.show)} />
      <Button
        kind="quiet"
        label={text(messages.clear)}
        onClick={() => {
          setTyped({});
          onChange({});
        }}
      />
    </form>
  );
}
