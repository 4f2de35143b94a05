import type { Component } from '@lading/contract';
import { type ComponentType, useLayoutEffect, useState } from 'react';
import { ErrorState } from '../page/ErrorState.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import { asError } from './asError.ts';

type Loaded<Props> = { component: ComponentType<Props> } | { error: Error } | undefined;

interface LazyProps<Props> {
  readonly load: () => Promise<Component<Props>>;
  readonly props: Props;
  /** Error heading, as a sentence. */
  readonly failure: string;
  /** Called before each attempt. */
  readonly onLoad?: () => void;
  readonly onError?: (error: Error) => void;
}

/** Loads a component and shows it, or an error with Retry. */
export function Lazy<Props extends object>(lazy: LazyProps<Props>) {
  const { load, props, failure, onLoad, onError } = lazy;
  const [loaded, setLoaded] = useState<Loaded<Props>>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useLayoutEffect(() => {
    let wanted = true;
    setLoaded(undefined);
    onLoad?.();
    load().then(
      (found) => wanted && setLoaded({ component: 'default' in found ? found.default : found }),
      (cause: unknown) => {
        if (!wanted) return;
        setLoaded({ error: asError(cause) });
        onError?.(asError(cause));
      },
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);

  if (!loaded) return <PageSkeleton />;
  if ('error' in loaded) {
    return (
      <ErrorState what={failure} cause={wordsFor(loaded.error)} onRetry={() => setAttempt(attempt + 1)} />
    );
  }
  const Found = loaded.component;
  return <Found {...props} />;
}

/** The reason of a failed chunk is in the log for administrators, not shown to the user. */
function wordsFor(error: Error): string | undefined {
  return error.name === 'ChunkLoadError' ? undefined : error.message;
}
