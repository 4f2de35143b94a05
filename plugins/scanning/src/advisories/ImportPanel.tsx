import type { AdvisoryImportState } from '@lading/contract/rest';
import { Button, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ImportStore } from './ImportStore.ts';
import { messages } from './messages.ts';

/** Shows the progress and the result of an import. */
export const ImportPanel = observer(function ImportPanel({ store }: { store: ImportStore }) {
  const text = useText();
  const { sending, failure, current } = store;
  if (sending) return <Sending store={store} />;
  if (failure) {
    return (
      <section className="scanning-box" role="alert">
        <h2 className="scanning-bad">{text(messages.importFailed, { file: failure.file })}</h2>
        <p>{failure.cause ?? text(messages.noAnswer)}</p>
        <Button label={text(messages.close)} onClick={() => store.close()} />
      </section>
    );
  }
  if (!current) return null;
  return current.state === 'running' ? (
    <Running state={current} />
  ) : (
    <Outcome state={current} store={store} />
  );
});

const Sending = observer(function Sending({ store }: { store: ImportStore }) {
  const text = useText();
  const formats = useFormats();
  if (!store.sending) return null;
  const { file, size, sent } = store.sending;
  return (
    <section className="scanning-box">
      <h2>{text(messages.sending, { file })}</h2>
      <progress max={size || 1} value={sent} aria-label={text(messages.sending, { file })} />
      <p className="ld-numbers">
        {formats.size(sent)} / {formats.size(size)}
      </p>
      <Button label={text(messages.stop)} onClick={() => store.stop()} />
    </section>
  );
});

function Running({ state }: { state: AdvisoryImportState }) {
  const text = useText();
  const { file, documents, imported } = state;
  return (
    <section className="scanning-box" role="status">
      <h2>{text(messages.running, { file })}</h2>
      <progress aria-label={text(messages.running, { file })} />
      <p className="ld-numbers">{text(messages.progress, { documents, imported })}</p>
    </section>
  );
}

function Outcome({ state, store }: { state: AdvisoryImportState; store: ImportStore }) {
  const text = useText();
  const { file, error } = state;
  const failed = state.state === 'failed';
  return (
    <section className="scanning-box" role={failed ? 'alert' : 'status'}>
      <h2 className={failed ? 'scanning-bad' : ''}>
        {text(failed ? messages.importFailed : messages.done, { file })}
      </h2>
      {error !== null && <p>{error}</p>}
      <p className="ld-numbers">{text(messages.outcome, { ...countsOf(state) })}</p>
      <Reasons state={state} />
      <Button label={text(messages.close)} onClick={() => store.close()} />
    </section>
  );
}

function countsOf({ imported, unchanged, removed, skipped }: AdvisoryImportState) {
  return { imported, unchanged, removed, skipped };
}

function Reasons({ state: { skipped, reasons } }: { state: AdvisoryImportState }) {
  const text = useText();
  if (reasons.length === 0) return null;
  return (
    <details>
      <summary>{text(messages.reasons)}</summary>
      {skipped > reasons.length && <p>{text(messages.first, { count: reasons.length, all: skipped })}</p>}
      <ul className="scanning-reasons">
        {reasons.map(({ document, reason }) => (
          <li key={document}>
            <span className="ld-mono">{document}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
