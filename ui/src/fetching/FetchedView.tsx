import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { ErrorState } from '../page/ErrorState.tsx';
import { PageSkeleton } from '../page/PageSkeleton.tsx';
import type { Fetched } from './Fetched.ts';

interface Props<Value> {
  readonly fetched: Fetched<Value>;
  /** Error heading, as a sentence. */
  readonly failure: string;
  /** Wraps an error that replaces a whole page. */
  readonly page?: (error: ReactNode) => ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** Shows a loaded value, its skeleton, or its error. Loads it when first shown. */
export const FetchedView = observer(function FetchedView<Value>(props: Props<Value>) {
  const { fetched, failure, page = (error) => error, children } = props;
  useEffect(() => void fetched.need(), [fetched]);
  if (fetched.error) {
    return page(
      <ErrorState what={failure} cause={fetched.error.message} onRetry={() => void fetched.fetch()} />,
    );
  }
  if (!fetched.settled) return <PageSkeleton />;
  return <>{children(fetched.value)}</>;
});
