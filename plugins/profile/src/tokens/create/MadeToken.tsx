import { Button, CopyField, Dialog, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Shows a new token; it cannot be shown again later. */
export function MadeToken(props: { token: string; description: string; onDone: () => void }) {
  const text = useText();
  return (
    <Dialog title={text(messages.made, { name: props.description })} onCancel={props.onDone}>
      <div className="profile-form">
        <p>{text(messages.once)}</p>
        <CopyField text={props.token} what={text(messages.token)} />
        <div className="profile-buttons">
          <Button kind="main" label={text(messages.done)} onClick={props.onDone} />
        </div>
      </div>
    </Dialog>
  );
}
