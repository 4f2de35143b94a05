import type { Contribution } from '@lading/contract';
import { ErrorState, Skeleton, useLate, useShell, useText } from '@lading/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { messages } from './messages.ts';

type State = { readonly is: 'loading' | 'there' } | { readonly is: 'failed'; readonly cause: string };

/** Slot of one part: loading, mounted, or failed with a retry button. */
export function PartSlot(props: { part: Contribution<'pageParts'> }) {
  const { plugin, value } = props.part;
  const text = useText();
  const shell = useShell();
  const host = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ is: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt shows it anew
  useEffect(() => {
    if (!host.current) return;
    let gone = false;
    setState({ is: 'loading' });
    const shown = shell.showPart(value.id, host.current);
    shown.ready.then(
      () => gone || setState({ is: 'there' }),
      (error: unknown) =>
        gone || setState({ is: 'failed', cause: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
      void shown.remove();
    };
  }, [shell, value.id, attempt]);

  return (
    <section
      className="demo-part"
      aria-labelledby={headingId}
      data-part={value.id}
      data-part-state={state.is}
      aria-busy={state.is === 'loading'}
    >
      <h2 id={headingId}>
        {text(value.label)} <span className="ld-soft">{text(messages.from, { plugin })}</span>
      </h2>
      {state.is === 'loading' && <Waiting />}
      {state.is === 'failed' && (
        <ErrorState
          what={text(messages.failed)}
          cause={state.cause}
          onRetry={() => setAttempt((before) => before + 1)}
        />
      )}
      <div ref={host} hidden={state.is === 'failed'} />
    </section>
  );
}

function Waiting() {
  const text = useText();
  if (!useLate()) return null;
  return (
    <>
      <span role="status" className="ld-hidden">
        {text(messages.loading)}
      </span>
      <Skeleton width="60%" />
    </>
  );
}
