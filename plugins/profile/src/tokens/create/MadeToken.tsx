import { Button, CopyField, Dialog, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** The one time that a token is shown. */
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
