import { Button } from '../controls/Button.tsx';
import { useRecovery } from '../fetching/useRecovery.ts';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';

/** Reports that the columns and actions of plugins failed to load. */
export function AdditionsFailure({ retry }: { readonly retry: () => void }) {
  const text = useText();
  useRecovery(retry);
  return (
    <span role="alert" className="ld-table__failed">
      {text(messages.additionsFailed)}
      <Button kind="quiet" icon="refresh" label={text(messages.retry)} onClick={retry} />
    </span>
  );
}
