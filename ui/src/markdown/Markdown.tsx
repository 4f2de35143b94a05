import { ErrorState, PageSkeleton, useStyles } from '@lading/ui';
import { useEffect, useRef, useState } from 'react';
import css from './markdown.css?inline';

type State = 'busy' | 'there' | Error;

interface Props {
  readonly source: string;
  /** Heading of an error, as a sentence. */
  readonly failure: string;
  /**
   * Returns the URL of an image next to the text, by its path. Must be the same function on each
   * render.
   */
  readonly imageUrl?: ((path: string) => string) | undefined;
  /** Directory of the text, for relative URLs of images. Default: the root. */
  readonly folder?: string | undefined;
}

/** Shows untrusted Markdown without active content. The renderer is loaded when first needed. */
export function Markdown({ source, failure, imageUrl, folder }: Props) {
  useStyles(css);
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
        place.current?.replaceChildren(renderMarkdown(source, imageUrl, folder));
        setState('there');
      },
      (cause: unknown) => wanted && setState(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      wanted = false;
    };
  }, [source, imageUrl, folder, attempt]);

  return (
    <>
      {state === 'busy' && <PageSkeleton />}
      {state instanceof Error && (
        <ErrorState what={failure} cause={state.message} onRetry={() => setAttempt(attempt + 1)} />
      )}
      <div className="ld-markdown" ref={place} hidden={state !== 'there'} />
    </>
  );
}
