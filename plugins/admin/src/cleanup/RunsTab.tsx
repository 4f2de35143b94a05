import type { CleanupRun } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  ErrorState,
  PageSkeleton,
  SelectField,
  useFormats,
  useShell,
  useText,
  When,
} from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ItemList } from './ItemList.tsx';
import { messages } from './messages.ts';
import { RunState } from './RunState.tsx';
import { RunsStore } from './RunsStore.ts';

/** While a run is in progress, it is loaded this often, in milliseconds. */
const PROGRESS_MS = 2000;

/** The runs of a policy, and the report of one of them. */
export const RunsTab = observer(function RunsTab({ policyKey }: { readonly policyKey: string }) {
  const text = useText();
  const { http, periodic } = useShell();
  const [store] = useState(() => new RunsStore(http, policyKey));
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    void store.load();
    return periodic.repeat(async (signal) => {
      if (store.isRunning) await store.load(signal);
    }, PROGRESS_MS);
  }, [store, periodic]);
  const { runs, error } = store;
  const shown = runs?.find(({ id }) => id === params.get('run')) ?? runs?.[0];
  return (
    <>
      <Actions store={store} />
      {error !== undefined && (
        <ErrorState what={text(messages.runsFailed)} cause={error} onRetry={() => void store.load()} />
      )}
      {!runs && error === undefined && <PageSkeleton />}
      {runs?.length === 0 && (
        <EmptyState icon="history" what={text(messages.noRuns)} more={text(messages.noRunsMore)} />
      )}
      {runs && shown && (
        <>
          <SelectField
            label={text(messages.run)}
            value={shown.id}
            options={runs.map(({ id, dry, requested }) => ({
              key: id,
              label: `${requested.slice(0, 16).replace('T', ' ')} UTC${dry ? ` (${text(messages.dry)})` : ''}`,
            }))}
            onChange={(run) => setParams({ tab: 'runs', run })}
          />
          <Report run={shown} />
        </>
      )}
    </>
  );
});

const Actions = observer(function Actions({ store }: { readonly store: RunsStore }) {
  const text = useText();
  const { modals, notifications } = useShell();
  const [, setParams] = useSearchParams();
  const start = async (dry: boolean) => {
    try {
      if (!dry) {
        const agreed = await modals.confirm({
          title: text(messages.runTitle, { name: store.policyKey }),
          text: text(messages.runText),
          verb: text(messages.runNow),
          danger: true,
        });
        if (!agreed) return;
      }
      await store.start(dry);
      setParams({ tab: 'runs' });
    } catch (cause) {
      notifications.error(
        text(messages.notStarted, { cause: cause instanceof Error ? cause.message : String(cause) }),
      );
    }
  };
  return (
    <div style={{ marginBlock: 16 }}>
      <Button
        kind="main"
        label={text(messages.dryRun)}
        disabled={store.isRunning}
        onClick={() => void start(true)}
      />{' '}
      <Button
        kind="danger"
        label={text(messages.runNow)}
        disabled={store.isRunning}
        onClick={() => void start(false)}
      />
    </div>
  );
});

function Report({ run }: { readonly run: CleanupRun }) {
  const text = useText();
  const formats = useFormats();
  const ended = run.state === 'finished' || run.state === 'failed';
  const later = run.freeableBytes - run.freedBytes;
  return (
    <>
      <div role="status">
        <Facts
          facts={[
            [text(messages.state), <RunState key="state" run={run} />],
            [
              text(messages.requestedBy),
              run.requestedBy === '' ? text(messages.bySchedule) : run.requestedBy,
            ],
            [text(messages.started), run.started && <When date={run.started} />],
            [text(messages.ended), run.ended && <When date={run.ended} />],
            [text(messages.error), run.error],
            [
              text(messages.content),
              text(messages.contentOf, {
                count: run.selected + run.deleted,
                files: run.files,
                size: formats.size(run.bytes),
              }),
            ],
            [text(messages.freeable), formats.size(run.freeableBytes)],
            [text(run.dry ? messages.freedNow : messages.freed), formats.size(run.freedBytes)],
            [
              text(messages.later),
              ended && later > 0 && text(messages.laterOf, { size: formats.size(later) }),
            ],
            [text(messages.kept), run.kept > 0 && formats.count(run.kept)],
            [text(messages.failedItems), run.failed > 0 && formats.count(run.failed)],
          ]}
        />
      </div>
      {ended && <ItemList key={run.id} run={run.id} />}
    </>
  );
}
