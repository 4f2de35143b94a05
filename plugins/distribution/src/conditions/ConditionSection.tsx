import type { ConditionState, NewPromotionDecision } from '@lading/contract/rest';
import { Button, ErrorState, Fetched, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { ConditionList } from './ConditionList.tsx';
import { fetchStates, sendDecision } from './conditionsApi.ts';
import { messages } from './messages.ts';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** The promotion conditions that a version meets. Without conditions, nothing is shown. */
export const ConditionSection = observer(function ConditionSection({ name, version }: Version) {
  const { http } = useShell();
  const text = useText();
  const states = useMemo(
    () =>
      new Fetched<readonly ConditionState[]>([], (signal) => fetchStates(http, { name, version }, signal)),
    [http, name, version],
  );
  useEffect(() => {
    void states.need();
    return () => states.dispose();
  }, [states]);
  if (!states.error && states.value.length === 0) return null;
  return (
    <section>
      <h2>{text(messages.title)}</h2>
      {states.error ? (
        <ErrorState
          what={text(messages.failed)}
          cause={states.error.message}
          onRetry={() => void states.fetch()}
        />
      ) : (
        states.value.map((state) => (
          <div key={state.environment}>
            <h3>{state.environment}</h3>
            <ConditionList state={state} />
            {state.approval?.mayDecide && (
              <Decision
                environment={state.environment}
                send={(body) => sendDecision(http, { name, version }, body)}
                onDone={() => void states.fetch()}
              />
            )}
          </div>
        ))
      )}
    </section>
  );
});

interface DecisionProps {
  readonly environment: string;
  readonly send: (body: NewPromotionDecision) => Promise<void>;
  readonly onDone: () => void;
}

function Decision({ environment, send, onDone }: DecisionProps) {
  const text = useText();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const decide = async (decision: NewPromotionDecision['decision']) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await send({ environment, decision, ...(comment === '' ? {} : { comment }) });
      setComment('');
      onDone();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="bundles-decision">
      {failure !== undefined && <FormFailure text={text(messages.decideFailed, { cause: failure })} />}
      <TextField label={text(messages.comment)} value={comment} maxLength={1000} onChange={setComment} />
      <div className="bundles-buttons">
        <Button
          kind="main"
          label={text(messages.approve, { environment })}
          busy={busy}
          onClick={() => void decide('approved')}
        />
        <Button
          kind="danger"
          label={text(messages.reject, { environment })}
          disabled={busy}
          onClick={() => void decide('rejected')}
        />
      </div>
    </div>
  );
}
