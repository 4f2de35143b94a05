import type { PromotionConditions } from '@lading/contract/rest';
import { Button, FormFailure, SelectField, useShell, useText } from '@lading/ui';
import { CheckField, LinesField, type Options, PickField } from '@lading/ui/edit';
import { type FormEvent, useState } from 'react';
import { messages as evidence } from '../evidence/messages.ts';
import { saveConditions } from './conditionsApi.ts';
import { messages } from './messages.ts';

type Severity = NonNullable<PromotionConditions['severity']>;

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];
/** Offered numbers of approvals. */
const APPROVALS = [1, 2, 3, 4, 5] as const;

interface Props {
  readonly stored: PromotionConditions;
  readonly groups: Options;
}

/** The conditions of one environment. */
export function EnvironmentForm({ stored, groups }: Props) {
  const { http, notifications } = useShell();
  const text = useText();
  const [saved, setSaved] = useState(stored);
  const [draft, setDraft] = useState(stored);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { environment, ...body } = draft;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await saveConditions(http, environment, body);
      setSaved(answer);
      setDraft(answer);
      notifications.success(text(messages.saved, { environment }));
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="bundles-conditions"
      aria-label={environment}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h2>{environment}</h2>
      <Fields draft={draft} groups={groups} onChange={(changed) => setDraft({ ...draft, ...changed })} />
      {failure !== undefined && <FormFailure text={text(messages.saveFailed, { cause: failure })} />}
      <div className="bundles-buttons">
        <Button
          kind="main"
          type="submit"
          label={text(messages.save)}
          busy={busy}
          disabled={JSON.stringify(draft) === JSON.stringify(saved)}
        />
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly draft: PromotionConditions;
  readonly groups: Options;
  readonly onChange: (changed: Partial<PromotionConditions>) => void;
}

function Fields({ draft, groups, onChange }: FieldsProps) {
  const text = useText();
  return (
    <>
      <SelectField<Severity | ''>
        label={text(messages.severity)}
        help={text(messages.severityHelp)}
        value={draft.severity ?? ''}
        options={[
          { key: '', label: text(messages.never) },
          ...SEVERITIES.map((key) => ({ key, label: text(messages[key]) })),
        ]}
        onChange={(severity) => onChange({ severity: severity === '' ? null : severity })}
      />
      {draft.severity !== null && (
        <CheckField
          name="allowUnscanned"
          label={text(messages.allowUnscanned)}
          value={draft.allowUnscanned}
          onChange={(allowUnscanned) => onChange({ allowUnscanned })}
        />
      )}
      <LinesField
        name="attestations"
        label={text(evidence.required)}
        help={text(evidence.requiredHelp)}
        value={draft.attestations}
        onChange={(attestations) => onChange({ attestations })}
      />
      <PickField
        name="approvers"
        label={text(messages.approvers)}
        help={text(messages.approversHelp)}
        value={draft.approvers}
        options={groups}
        onChange={(approvers) => onChange({ approvers })}
      />
      {draft.approvers.length > 0 && (
        <SelectField
          label={text(messages.approvals)}
          value={String(draft.approvals)}
          options={[...new Set([...APPROVALS, draft.approvals])].map((count) => ({
            key: String(count),
            label: String(count),
          }))}
          onChange={(count) => onChange({ approvals: Number(count) })}
        />
      )}
    </>
  );
}
