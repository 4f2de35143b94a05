import type { SignInDialogProps } from '@lading/contract';
import { Button, Dialog, Lazy, ShellContext, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { messages as changeMessages } from '../changePassword/messages.ts';
import { useOnce } from '../flow/useOnce.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import css from '../form/form.css?inline';
import { ResultText } from '../form/ResultText.tsx';
import { messages as mfaMessages } from '../mfa/messages.ts';
import { knownSilently } from '../providers/knownSilently.ts';
import { ProviderButtons } from '../providers/ProviderButtons.tsx';
import { openProvider } from '../providers/popup.ts';
import { loginOf } from '../state/useLogin.ts';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInStore } from './SignInStore.ts';

const codeForm = () => import('../mfa/CodeForm.tsx').then(({ CodeForm }) => CodeForm);
const enrollForm = () => import('../mfa/EnrollForm.tsx').then(({ EnrollForm }) => EnrollForm);
const changeForm = () =>
  import('../changePassword/ChangePasswordForm.tsx').then(({ ChangePasswordForm }) => ChangePasswordForm);

/** Signs in over the page, which stays unchanged. */
export function SignInDialog(props: SignInDialogProps) {
  return (
    <ShellContext.Provider value={props.shell}>
      <Steps {...props} />
    </ShellContext.Provider>
  );
}

const Steps = observer(function Steps(props: SignInDialogProps) {
  useStyles(css);
  const { shell, reason = 'ended', onSignedIn, onCancel } = props;
  const text = useText();
  const [login] = useState(() => loginOf(shell));
  const [store] = useState(() => new SignInStore(login, shell.user.current?.name ?? ''));
  const [popup, setPopup] = useState<'opened' | 'refused'>();
  const [saved, setSaved] = useState(false);
  const { offers } = login;
  // Keeps the submitted form on the screen while the request is in progress.
  const step = useRef(login.step);
  if (!login.busy) step.current = login.step;

  const onRight = () => {
    if (login.step !== 'finishing') return;
    shell.analytics.track('sign-in');
    login.happen('finished');
    onSignedIn();
  };
  useOnce(() => {
    let here = true;
    void offers.loadRelated();
    void offers.loadProviders();
    // To confirm, only the method of the user's own realm counts: users with a password must type
    // it.
    const realm = reason === 'confirm' ? (shell.user.current?.realm ?? '') : undefined;
    void knownSilently(shell.http, login, realm).then((known) => {
      if (known && here) onRight();
    });
    return () => {
      here = false;
    };
  }, reason);
  const user = login.user?.name ?? store.user;
  const onChanged = async (password: string, signedIn: boolean) => {
    // The password is saved even if this sign-in fails.
    if (!signedIn) {
      await login.signIn({ user, password, remember: false }).catch(() => {
        store.refuse();
        setSaved(true);
      });
    }
    onRight();
  };
  // Recovery codes are shown only once, so the dialog cannot be canceled while they are visible.
  const keeping = login.recoveryCodes.length > 0;
  const leave = () => (keeping ? undefined : onCancel());
  const lost = (words: string) => store.refuse(words);
  const cancel = <Button label={text(messages.cancel)} onClick={onCancel} />;
  return (
    <Dialog title={text(keeping ? mfaMessages.codesHeading : messages.again)} onCancel={leave}>
      <div className="auth-over">
        {!keeping && (
          <p className="ld-soft">{text(reason === 'confirm' ? messages.confirm : messages.ended)}</p>
        )}
        {step.current === 'asked' ? (
          <Lazy
            key="code"
            load={codeForm}
            props={{ login, recoverable: true, onVerified: onRight, onNotPending: lost, children: cancel }}
            failure={text(messages.formAway)}
          />
        ) : step.current === 'enrolling' || step.current === 'keepingCodes' ? (
          <Lazy
            key="enroll"
            load={enrollForm}
            props={{ login, user, onDone: onRight, onLost: lost, children: cancel }}
            failure={text(messages.formAway)}
          />
        ) : step.current === 'changing' ? (
          <Lazy
            key="change"
            load={changeForm}
            props={{ login, user, onChanged, children: cancel }}
            failure={text(messages.formAway)}
          />
        ) : (
          <>
            {saved && <ResultText text={text(changeMessages.saved)} />}
            <SignInForm store={store} onRight={onRight}>
              {cancel}
            </SignInForm>
            {popup === 'opened' && <p role="status">{text(messages.inWindow)}</p>}
            {popup === 'refused' && <FormFailure text={text(messages.noWindow)} />}
            <ProviderButtons
              providers={offers.oauthProviders}
              samlLink={offers.ssoProviderLink}
              samlName={offers.ssoProviderName}
              go={(url) => {
                const opened = openProvider(shell.navigation, url, reason === 'confirm');
                setPopup(opened ? 'opened' : 'refused');
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  );
});
