import { useEffect, useState } from 'react';
import { Button, type ButtonKind } from '../controls/Button.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { copyText } from './copyText.ts';

/** Milliseconds for which the button shows that it has copied. */
const SAID_MS = 2000;

/** Copies `text`; `what` describes it: 'Copy sha256'. */
export function CopyButton(props: { text: string; what: string; kind?: ButtonKind; iconOnly?: boolean }) {
  const { text, what, kind = 'quiet', iconOnly = true } = props;
  const say = useText();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const said = outcome && say(outcome === 'copied' ? messages.copied : messages.notCopied);
  return (
    <>
      <Button
        kind={kind}
        icon={outcome === 'copied' ? 'check' : outcome ? 'error' : 'copy'}
        iconOnly={iconOnly}
        label={said && !iconOnly ? said : say(messages.copy, { what })}
        onClick={(event) => {
          event.stopPropagation();
          void copyText(text).then((done) => setOutcome(done ? 'copied' : 'refused'));
        }}
      />
      <span role="status" className="ld-hidden">
        {said}
      </span>
    </>
  );
}
