import { ErrorState, PageSkeleton, useStyles, useText } from '@lading/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../documentation/messages.ts';
import { GUIDES, type Guide } from '../guides/guides.ts';
import css from './guide.css?inline';

type State = 'busy' | 'there' | Error;

/** Text of a guide, loaded together with the Markdown renderer. */
export function GuideText(props: { guide: Guide }) {
  useStyles(css);
  const text = useText();
  const { guide } = props;
  const place = useRef<HTMLElement>(null);
  const [state, setState] = useState<State>('busy');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
  useEffect(() => {
    let wanted = true;
    setState('busy');
    Promise.all([guide.load(), import('./renderGuide.ts')]).then(
      ([{ default: source }, { renderGuide }]) => {
        if (!wanted) return;
        place.current?.replaceChildren(renderGuide(source, addressOf));
        setState('there');
      },
      (cause: unknown) => wanted && setState(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      wanted = false;
    };
  }, [guide, attempt]);

  return (
    <div className="help-text">
      {state === 'busy' && <PageSkeleton />}
      {state instanceof Error && (
        <ErrorState
          what={text(messages.failed)}
          cause={state.message}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <article ref={place} lang="en" dir="ltr" hidden={state !== 'there'} />
    </div>
  );
}

function addressOf(file: string): string | undefined {
  const id = file.replace(/\.md$/, '');
  return GUIDES.some((guide) => guide.id === id) ? `/ui/help/documentation/${id}` : undefined;
}
