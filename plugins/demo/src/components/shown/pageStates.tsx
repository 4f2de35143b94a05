import {
  Button,
  EmptyState,
  ErrorBoundary,
  ErrorState,
  Fetched,
  FetchedView,
  Lazy,
  PageSkeleton,
  Skeleton,
  useShell,
  useText,
} from '@lading/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { type Example, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';

function Empty() {
  const text = useText();
  return (
    <States wide>
      <EmptyState icon="package" what={text(messages.noPackages)} more={text(messages.noPackagesMore)}>
        <Button icon="upload" label={text(messages.publish)} />
      </EmptyState>
      <EmptyState what={text(messages.noPackages)} />
    </States>
  );
}

function Failed() {
  const text = useText();
  const { notifications } = useShell();
  return (
    <States wide>
      <ErrorState
        what={text(messages.loadFailed)}
        cause={text(messages.serverWords)}
        onRetry={() => notifications.info(text(messages.retried))}
      />
      <ErrorState what={text(messages.loadFailed)} cause={text(messages.noRetry)} />
    </States>
  );
}

function Skeletons() {
  return (
    <States wide>
      <div>
        <Skeleton width="60%" height="20px" />
        <br />
        <Skeleton width="80%" />
      </div>
      <PageSkeleton />
    </States>
  );
}

function FetchedViews() {
  const text = useText();
  const [waiting, failed, there] = useMemo(
    () => [
      new Fetched<string>('', () => new Promise(() => {})),
      new Fetched<string>('', () => Promise.reject(new Error(text(messages.serverWords)))),
      new Fetched<string>('', async () => 'left-pad 1.3.0'),
    ],
    [text],
  );
  const show = (fetched: Fetched<string>): ReactNode => (
    <FetchedView fetched={fetched} failure={text(messages.loadFailed)}>
      {(value) => <p>{String(value)}</p>}
    </FetchedView>
  );
  return (
    <States>
      <State label={messages.loading}>{waiting && show(waiting)}</State>
      <State label={messages.error}>{failed && show(failed)}</State>
      <State label={messages.full}>{there && show(there)}</State>
    </States>
  );
}

function LazyExample() {
  const text = useText();
  return <p role="status">{text(messages.componentLoaded)}</p>;
}

/** A plugin imports a file here; one more file of this plugin would be in the manifest of all. */
const load = async () => LazyExample;

function LazyView() {
  const text = useText();
  const [wanted, setWanted] = useState(false);
  if (wanted) return <Lazy load={load} props={{}} failure={text(messages.loadFailed)} />;
  return (
    <div>
      <Button label={text(messages.loadComponent)} onClick={() => setWanted(true)} />
    </div>
  );
}

function Boundary() {
  const [broken, setBroken] = useState(false);
  return (
    <ErrorBoundary onError={() => {}} onRetry={() => setBroken(false)}>
      <Breakable broken={broken} onBreak={() => setBroken(true)} />
    </ErrorBoundary>
  );
}

function Breakable({ broken, onBreak }: { broken: boolean; onBreak: () => void }) {
  const text = useText();
  if (broken) throw new Error(text(messages.thrown));
  return (
    <div>
      <Button label={text(messages.throwError)} onClick={onBreak} />
    </div>
  );
}

const ui = '@lading/ui';

export const pageStates: readonly Example[] = [
  { names: ['EmptyState'], from: ui, about: messages.emptyAbout, Show: Empty },
  { names: ['ErrorState'], from: ui, about: messages.errorAbout, Show: Failed },
  { names: ['Skeleton', 'PageSkeleton'], from: ui, about: messages.skeletonAbout, Show: Skeletons },
  { names: ['Fetched', 'FetchedView'], from: ui, about: messages.fetchedAbout, Show: FetchedViews },
  { names: ['Lazy'], from: ui, about: messages.lazyAbout, Show: LazyView },
  { names: ['ErrorBoundary'], from: ui, about: messages.boundaryAbout, Show: Boundary },
];
