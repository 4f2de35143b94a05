import { Button, Dialog, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useLogin } from '../state/useLogin.ts';
import { messages } from './messages.ts';

const READ = 'noticeRead';

/** Notice that all users see before signing in: at each visit, or until it was dismissed once. */
export const LoginNotice = observer(function LoginNotice() {
  const { storage } = useShell();
  const text = useText();
  const notice = useLogin().offers.loginDialogSettings;
  const [closed, setClosed] = useState(false);
  if (!notice || closed) return null;
  // A changed text is shown again.
  const mark = `${notice.title}\n${notice.message}`;
  if (!notice.permanent && storage.get(READ) === mark) return null;
  const close = () => {
    if (!notice.permanent) storage.set(READ, mark);
    setClosed(true);
  };
  return (
    <Dialog title={notice.title} onCancel={close}>
      <p className="auth-notice">{notice.message}</p>
      <div className="auth-buttons">
        <Button kind="main" label={text(messages.read)} onClick={close} />
      </div>
    </Dialog>
  );
});
