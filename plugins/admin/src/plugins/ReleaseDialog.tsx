import type { PluginReleaseDetails } from '@lading/contract/rest';
import { Button, Dialog, ErrorState, PageSkeleton, SelectField, useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { AudienceFields } from './AudienceFields.tsx';
import { audienceError, canaryOf, EVERYONE } from './canaryValues.ts';
import { Differences } from './Differences.tsx';
import { dialogMessages as messages } from './dialogMessages.ts';
import { messages as pageMessages } from './messages.ts';
import { activateRelease, fetchRelease } from './pluginsApi.ts';

interface Props {
  readonly number: number;
  /** Other sets that it can be compared with, newest first. */
  readonly others: readonly number[];
  /** The set that is active now. */
  readonly active: number | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A release set, compared with another one, and its activation. */
export function ReleaseDialog({ number, others, active, onDone, onClose }: Props) {
  const text = useText();
  const [other, setOther] = useState(String(active === undefined || active === number ? '' : active));
  const { details, error, again } = useRelease(number, other);
  const compared = other === '' && details ? String(details.comparedWith ?? 0) : other;
  return (
    <Dialog title={text(messages.activateTitle, { number })} onCancel={onClose}>
      <SelectField
        label={text(messages.comparedWith)}
        value={compared}
        options={[
          ...others.map((one) => ({
            key: String(one),
            label: text(messages.releaseNumber, { number: one }),
          })),
          { key: '0', label: text(messages.noRelease) },
        ]}
        onChange={setOther}
      />
      {error !== undefined && (
        <ErrorState what={text(messages.releaseFailed)} cause={error} onRetry={again} />
      )}
      {!details && error === undefined && <PageSkeleton />}
      {details && (
        <>
          {details.problem !== undefined && <p role="alert">{details.problem}</p>}
          <h3>{text(messages.changes)}</h3>
          <Differences differences={details.differences} />
        </>
      )}
      <ActivateForm
        number={number}
        isPossible={details !== undefined && details.problem === undefined && number !== active}
        onDone={onDone}
        onClose={onClose}
      />
    </Dialog>
  );
}

function useRelease(number: number, other: string) {
  const { http } = useShell();
  const [details, setDetails] = useState<PluginReleaseDetails>();
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    const controller = new AbortController();
    setError(undefined);
    fetchRelease(http, number, other === '' ? undefined : Number(other), controller.signal).then(
      setDetails,
      (cause: unknown) => {
        if (!controller.signal.aborted) setError(cause instanceof Error ? cause.message : String(cause));
      },
    );
    return () => controller.abort();
  }, [http, number, other, attempt]);
  return { details, error, again: () => setAttempt(attempt + 1) };
}

function ActivateForm({
  number,
  isPossible,
  onDone,
  onClose,
}: Pick<Props, 'number' | 'onDone' | 'onClose'> & { readonly isPossible: boolean }) {
  const text = useText();
  const { http, notifications } = useShell();
  const [audience, setAudience] = useState(EVERYONE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const apply = async () => {
    setBusy(true);
    try {
      await activateRelease(http, number, canaryOf(audience));
      notifications.success(text(pageMessages.installed, { number }));
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <>
      {isPossible && (
        <div className="admin-plugins__fields">
          <AudienceFields value={audience} onChange={setAudience} />
        </div>
      )}
      {failure !== undefined && (
        <p className="ld-field__error" role="alert">
          {text(pageMessages.notDone, { cause: failure })}
        </p>
      )}
      <div className="admin-plugins__buttons">
        <Button label={text(messages.close)} onClick={onClose} />
        {isPossible && (
          <Button
            kind="main"
            label={text(messages.activate)}
            busy={busy}
            disabled={audienceError(audience) !== undefined}
            onClick={() => void apply()}
          />
        )}
      </div>
    </>
  );
}
