import type { CleanupRun } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import { messages } from './messages.ts';

const BADGES: Readonly<Record<CleanupRun['state'], BadgeState>> = {
  ...{ waiting: 'unknown', selecting: 'busy', deleting: 'busy', collecting: 'busy' },
  ...{ finished: 'good', failed: 'bad' },
};

/** State and results of a run. */
export function RunState({ run }: { readonly run: CleanupRun }) {
  const text = useText();
  const { state, error, dry, failed } = run;
  const badge = state === 'finished' && failed > 0 ? 'warning' : BADGES[state];
  return (
    <>
      <Badge state={badge} title={error ?? undefined}>
        {text(messages[state === 'failed' ? 'failedRun' : state])}
      </Badge>{' '}
      {dry ? text(messages.dry) : text(messages.deletedCount, { count: run.deleted })}
    </>
  );
}
