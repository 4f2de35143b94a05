import type { CollectionRun } from '@lading/contract/rest';
import { Button, ErrorState, useFormats, useShell, useText, When } from '@lading/ui';
import { CheckField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CollectionStore } from './CollectionStore.ts';
import { messages } from './messages.ts';

/** While a run is in progress, it is loaded this often, in milliseconds. */
const PROGRESS_MS = 1000;

interface Props {
  /** Once content was deleted. */
  readonly onCollected: () => void;
}

/**
 * Runs garbage collection: first it counts, then it deletes if the user confirms. Shows the
 * progress and the last result, also after the page was left and opened again.
 */
export const GarbageCollection = observer(function GarbageCollection({ onCollected }: Props) {
  const text = useText();
  const { http, notifications, periodic } = useShell();
  const confirm = useConfirmation();
  const [store] = useState(
    () =>
      new CollectionStore(http, {
        confirm,
        onDeleted: onCollected,
        onRefused: (cause) => notifications.error(text(messages.notCollected, { cause })),
      }),
  );
  const [untagged, setUntagged] = useState(false);
  useEffect(() => {
    void store.load();
    return periodic.repeat(async (signal) => {
      if (store.isRunning) await store.load(signal);
    }, PROGRESS_MS);
  }, [store, periodic]);
  return (
    <section className="admin-storage__collection" aria-labelledby="collection">
      <h2 id="collection">{text(messages.collection)}</h2>
      <CheckField
        label={text(messages.untagged)}
        name="untagged"
        value={untagged}
        onChange={setUntagged}
        disabled={store.isRunning}
        help={text(messages.untaggedHelp)}
      />
      <Button
        label={text(messages.runCollection)}
        busy={store.isRunning}
        disabled={!store.runs}
        onClick={() => void store.start(untagged)}
      />
      {store.error !== undefined && (
        <ErrorState what={text(messages.runsFailed)} cause={store.error} onRetry={() => void store.load()} />
      )}
      <div role="status">{store.last && <RunState run={store.last} />}</div>
    </section>
  );
});

function useConfirmation(): (run: CollectionRun) => Promise<boolean> {
  const text = useText();
  const formats = useFormats();
  const { modals } = useShell();
  return ({ untagged, files, bytes }) =>
    modals.confirm({
      title: text(messages.collectTitle),
      text: text(untagged ? messages.collectUntagged : messages.collectText, {
        files: files.count,
        blobs: bytes.count,
        size: formats.size(bytes.size),
      }),
      verb: text(messages.collect),
      danger: true,
    });
}

/** Shows the progress, the result, or the preview of a run. */
function RunState({ run }: { readonly run: CollectionRun }) {
  const text = useText();
  const formats = useFormats();
  const { state, dry, files, bytes, error } = run;
  const counts = { files: files.count, blobs: bytes.count, size: formats.size(bytes.size) };
  if (state === 'waiting' || state === 'running')
    return <p className="ld-soft">{text(dry ? messages.counting : messages.deleting, counts)}</p>;
  const by = run.requestedBy === '' ? text(messages.bySchedule) : run.requestedBy;
  return (
    <>
      <p className={state === 'failed' ? 'ld-error' : 'ld-soft'}>
        {text(messages.lastRun, { by })} <When date={run.ended ?? run.requested} />:{' '}
        {state === 'failed' && `${text(messages.failedBecause, { cause: error ?? '' })} `}
        {files.count + bytes.count === 0
          ? text(messages.noGarbage)
          : text(dry ? messages.wouldCollect : messages.collected, counts)}
      </p>
      {run.examples.length > 0 && (
        <details>
          <summary>{text(messages.examples, { count: run.examples.length, total: files.count })}</summary>
          <ul className="admin-storage__examples">
            {run.examples.map(({ repo, path, size, why }) => (
              <li key={`${repo}/${path}`}>
                <code>
                  {repo}/{path}
                </code>{' '}
                ({formats.size(size)}): {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
