import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import type { RevokeChoice } from './RevokeChoice.ts';

/** Offers to revoke credentials that would remain usable after a password change. */
export const RevokeTokens = observer(function RevokeTokens(props: { choice: RevokeChoice }) {
  const { choice } = props;
  const text = useText();
  return (
    <label className="auth-remember">
      <input
        type="checkbox"
        name="revokeTokens"
        checked={choice.revokes}
        onChange={(event) => choice.set(event.target.checked)}
      />
      {text(messages.revokeTokens)}
    </label>
  );
});
