import type { Screen } from '@lading/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from '../page/ErrorState.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';

type Loaded = { component: ComponentType } | { error: Error } | undefined;

interface Props {
  readonly load: () => Promise<Screen>;
  readonly onLoad: () => void;
  readonly onError: (error: Error) => void;
}

/** Fetches a screen and shows it; a screen that cannot be fetched says so and can be asked for again. */
export function LazyScreen(props: Props) {
  const { load, onLoad, onError } = props;
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
  useEffect(() => {
    let wanted = true;
    setLoaded(undefined);
    onLoad();
    load().then(
      (screen) => wanted && setLoaded({ component: 'default' in screen ? screen.default : screen }),
      (cause: unknown) => {
        if (!wanted) return;
        setLoaded({ error: asError(cause) });
        onError(asError(cause));
      },
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);

  if (!loaded) return <PageSkeleton />;
  if ('error' in loaded) {
    return (
      <ErrorState
        what="This screen could not be loaded"
        cause={wordsFor(loaded.error)}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  }
  const Screen = loaded.component;
  return <Screen />;
}

/** Why a chunk did not come is for the log and for administrators; the user is told that it did not. */
function wordsFor(error: Error): string | undefined {
  return error.name === 'ChunkLoadError' ? undefined : error.message;
}

export function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
