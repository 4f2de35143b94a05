import { Button, SEVERITIES, SEVERITY_LABELS, SelectField, TextField, useText } from '@lading/ui';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.ts';
import type { ViolationQuery } from './violationQuery.ts';

interface Props {
  readonly query: ViolationQuery;
  readonly onChange: (next: Partial<ViolationQuery>) => void;
}

/** Text filters apply on submit, selections immediately. */
export function ViolationFilters({ query, onChange }: Props) {
  const text = useText();
  const [name, setName] = useState(query.name);
  const [cve, setCve] = useState(query.cve);
  const [repo, setRepo] = useState(query.repo);
  const kinds = ['License', 'Security'] as const;
  return (
    <form
      className="scanning-filters"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onChange({ name: name.trim(), cve: cve.trim(), repo: repo.trim() });
      }}
    >
      <TextField
        label={text(messages.name)}
        value={name}
        onChange={setName}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        label={text(messages.cve)}
        value={cve}
        onChange={setCve}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        label={text(messages.repository)}
        value={repo}
        onChange={setRepo}
        spellCheck={false}
        autoComplete="off"
      />
      <SelectField<string>
        label={text(messages.kind)}
        value={query.kind}
        options={[
          { key: '', label: text(messages.every) },
          ...kinds.map((key) => ({ key, label: text(messages[key]) })),
        ]}
        onChange={(kind) => onChange({ name, cve, repo, kind: kind as ViolationQuery['kind'] })}
      />
      <SelectField<string>
        label={text(messages.least)}
        value={query.severity}
        options={[
          { key: '', label: text(messages.anySeverity) },
          ...SEVERITIES.slice(0, 4).map((key) => ({
            key,
            label: text(messages.atLeast, { severity: text(SEVERITY_LABELS[key]) }),
          })),
        ]}
        onChange={(severity) => onChange({ name, cve, repo, severity })}
      />
      <Button type="submit" label={text(messages.show)} />
    </form>
  );
}
