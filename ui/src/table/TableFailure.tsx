import { Button } from '../controls/Button.tsx';
import { useRecovery } from '../fetching/useRecovery.ts';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';

/** Reports at the foot of a table what failed to load, and offers to retry. */
export function TableFailure({ what, retry }: { readonly what: string; readonly retry: () => void }) {
  const text = useText();
  useRecovery(retry);
  return (
    <span role="alert" className="ld-table__failed">
      {what}
      <Button kind="quiet" icon="refresh" label={text(messages.retry)} onClick={retry} />
    </span>
  );
}
