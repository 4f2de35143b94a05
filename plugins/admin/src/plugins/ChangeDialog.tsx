import type { PluginChange, PluginPlan } from '@lading/contract/rest';
import { Button, Dialog, Fetched, FetchedView, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { AudienceFields } from './AudienceFields.tsx';
import { audienceError, canaryOf, EVERYONE } from './canaryValues.ts';
import { Differences } from './Differences.tsx';
import { dialogMessages as messages } from './dialogMessages.ts';
import { messages as pageMessages } from './messages.ts';
import { createRelease, planChanges } from './pluginsApi.ts';

interface Props {
  readonly title: string;
  readonly changes: readonly PluginChange[];
  /** The set was created. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows the effects of a change, and creates and activates a release set with it. */
export const ChangeDialog = observer(function ChangeDialog({ title, changes, onDone, onClose }: Props) {
  const text = useText();
  const { http } = useShell();
  const [plan] = useState(
    () => new Fetched<PluginPlan | undefined>(undefined, (signal) => planChanges(http, changes, signal)),
  );
  useEffect(() => () => plan.dispose(), [plan]);
  return (
    <Dialog title={title} onCancel={onClose}>
      <FetchedView fetched={plan} failure={text(messages.retry)}>
        {(found) => found && <PlanView plan={found} />}
      </FetchedView>
      {plan.value ? (
        <ApplyForm plan={plan.value} changes={changes} onDone={onDone} onClose={onClose} />
      ) : (
        <div className="admin-plugins__buttons">
          <Button label={text(messages.cancel)} onClick={onClose} />
        </div>
      )}
    </Dialog>
  );
});

function PlanView({ plan: { differences, conflicts, warnings } }: { readonly plan: PluginPlan }) {
  const text = useText();
  return (
    <>
      <h3>{text(messages.changes)}</h3>
      <Differences differences={differences} />
      {conflicts.length > 0 && (
        <div role="alert">
          <h3>{text(messages.conflicts)}</h3>
          <Sentences sentences={conflicts.map(({ message }) => message)} />
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <h3>{text(messages.warnings)}</h3>
          <Sentences sentences={warnings} />
        </>
      )}
    </>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul className="admin-plugins__changes">
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function ApplyForm({ plan, changes, onDone, onClose }: Omit<Props, 'title'> & { readonly plan: PluginPlan }) {
  const text = useText();
  const { http, notifications } = useShell();
  const [note, setNote] = useState('');
  const [audience, setAudience] = useState(EVERYONE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isDraft = audience.kind === 'nobody';
  const apply = async () => {
    setBusy(true);
    try {
      const canary = canaryOf(audience);
      const { release } = await createRelease(http, {
        ...{ changes: [...changes], note: note.trim(), activate: audience.kind === 'everyone' },
        basedOn: plan.basedOn ?? null,
        ...(canary ? { canary } : {}),
      });
      const { number } = release;
      notifications.success(text(isDraft ? pageMessages.drafted : pageMessages.installed, { number }));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const isPossible = plan.conflicts.length === 0 && plan.differences.length > 0;
  return (
    <>
      {isPossible && (
        <div className="admin-plugins__fields">
          <AudienceFields canBeDraft value={audience} onChange={setAudience} />
          <TextField
            label={text(messages.note)}
            value={note}
            maxLength={500}
            help={text(messages.noteHelp)}
            onChange={setNote}
          />
        </div>
      )}
      {failure !== undefined && (
        <p className="ld-field__error" role="alert">
          {text(pageMessages.notDone, { cause: failure })}
        </p>
      )}
      <div className="admin-plugins__buttons">
        <Button label={text(messages.cancel)} onClick={onClose} />
        <Button
          kind="main"
          label={text(isDraft ? messages.create : messages.activate)}
          busy={busy}
          disabled={!isPossible || audienceError(audience) !== undefined}
          onClick={() => void apply()}
        />
      </div>
    </>
  );
}
