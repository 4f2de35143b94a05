import type { Component } from '@lading/contract';
import { type ComponentType, useLayoutEffect, useState } from 'react';
import { ErrorState } from '../page/ErrorState.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import { asError } from './asError.ts';

type Loaded<Props> = { component: ComponentType<Props> } | { error: Error } | undefined;

interface LazyProps<Props> {
  readonly load: () => Promise<Component<Props>>;
  readonly props: Props;
  /** What is said when it cannot be fetched, as a sentence. */
  readonly failure: string;
  /** Told before each attempt. */
  readonly onLoad?: () => void;
  readonly onError?: (error: Error) => void;
}

/** Fetches a component and shows it; one that cannot be fetched says so and can be asked for again. */
export function Lazy<Props extends object>(lazy: LazyProps<Props>) {
  const { load, props, failure, onLoad, onError } = lazy;
  const [loaded, setLoaded] = useState<Loaded<Props>>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
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

/** Why a chunk did not come is for the log and for administrators; the user is told that it did not. */
function wordsFor(error: Error): string | undefined {
  return error.name === 'ChunkLoadError' ? undefined : error.message;
}
