import { ErrorState, PageSkeleton, useStyles, useText } from '@lading/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages.ts';
import { imageUrlOf, type LeadFile } from '../versionApi.ts';
import css from './markdown.css?inline';

type State = 'busy' | 'there' | Error;

/**
 * Hostile Markdown, shown without anything in it that could act. What renders it is fetched when it
 * is first needed.
 */
export function Markdown(props: { source: string; lead?: LeadFile | undefined }) {
  useStyles(css);
  const text = useText();
  const { source, lead } = props;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('busy');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt renders again
  useEffect(() => {
    let wanted = true;
    setState('busy');
    import('./renderMarkdown.ts').then(
      ({ renderMarkdown }) => {
        if (!wanted) return;
        place.current?.replaceChildren(renderMarkdown(source, lead && imageUrlOf(lead)));
        setState('there');
      },
      (cause: unknown) => wanted && setState(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      wanted = false;
    };
  }, [source, lead, attempt]);

  return (
    <>
      {state === 'busy' && <PageSkeleton />}
      {state instanceof Error && (
        <ErrorState
          what={text(messages.readmeFailed)}
          cause={state.message}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <div className="packages-markdown" ref={place} hidden={state !== 'there'} />
    </>
  );
}
