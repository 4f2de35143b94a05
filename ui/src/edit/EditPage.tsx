import { HttpFailure } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../controls/Button.tsx';
import { Fetched } from '../fetching/Fetched.ts';
import { FetchedView } from '../fetching/FetchedView.tsx';
import { useText } from '../language/useText.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { PageFrame, type PageFrameProps } from '../page/PageFrame.tsx';
import { ReloadContext } from './Conflict.tsx';
import { messages } from './messages.ts';

export interface EditPageProps<Value> extends Omit<PageFrameProps, 'full' | 'children'> {
  /** ID of the object; another ID loads it again with a new form. */
  readonly id?: string | undefined;
  /** Absent for a new object. */
  readonly fetch?: ((signal: AbortSignal) => Promise<Value>) | undefined;
  /** Error heading, as a sentence. */
  readonly failure: string;
  /** Purpose of the page, under its heading. */
  readonly about?: ReactNode;
  /** The form; `undefined` for a new object. */
  readonly children: (value: Value | undefined) => ReactNode;
}

/** A page with one form: loads the object, and shows errors and missing objects. */
export const EditPage = observer(function EditPage<Value>(props: EditPageProps<Value>) {
  const { id = '', fetch, failure, about, children, ...frame } = props;
  return (
    <PageFrame {...frame}>
      {about}
      {fetch ? (
        <Loaded key={id} fetch={fetch} failure={failure} above={frame.above?.at(-1)}>
          {children}
        </Loaded>
      ) : (
        children(undefined)
      )}
    </PageFrame>
  );
}) as <Value>(props: EditPageProps<Value>) => ReactNode;

interface LoadedProps<Value> {
  readonly fetch: (signal: AbortSignal) => Promise<Value>;
  readonly failure: string;
  readonly above: { readonly label: string; readonly to: string } | undefined;
  readonly children: (value: Value) => ReactNode;
}

const Loaded = observer(function Loaded<Value>(props: LoadedProps<Value>) {
  const { fetch, failure, above, children } = props;
  const text = useText();
  const latest = useRef(fetch);
  latest.current = fetch;
  const fetched = useMemo(
    () => new Fetched<Value | undefined>(undefined, (signal) => latest.current(signal)),
    [],
  );
  useEffect(() => () => fetched.dispose(), [fetched]);
  const { error } = fetched;
  if (above && error instanceof HttpFailure && error.status === 404) {
    return (
      <ErrorState what={text(messages.notFound)} cause={error.message}>
        <Link className={buttonClass('plain')} to={above.to}>
          {above.label}
        </Link>
      </ErrorState>
    );
  }
  return (
    <ReloadContext.Provider value={() => void fetched.fetch()}>
      <FetchedView fetched={fetched} failure={failure}>
        {(value) => children(value as Value)}
      </FetchedView>
    </ReloadContext.Provider>
  );
}) as <Value>(props: LoadedProps<Value>) => ReactNode;
