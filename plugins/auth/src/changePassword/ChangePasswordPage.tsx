import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useSignInWith } from '../flow/useSignInWith.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { type Faults, FieldsStore } from '../form/FieldsStore.ts';
import { FormPage } from '../form/FormPage.tsx';
import { messages as formMessages } from '../form/messages.ts';
import { checkNewPassword, newPasswordField } from '../form/passwordRules.ts';
import { SignInLink } from '../form/SignInLink.tsx';
import { useLogin } from '../state/useLogin.ts';
import { changePassword } from './changePasswordApi.ts';
import { messages } from './messages.ts';

type Key = 'old' | 'fresh' | 'again';

const FIELDS = [
  { key: 'old', label: messages.old, secret: true, autoComplete: 'current-password' },
  { key: 'fresh', label: formMessages.newPassword, secret: true, autoComplete: 'new-password' },
  { key: 'again', label: formMessages.again, secret: true, autoComplete: 'new-password' },
] as const;

/** Where whoever's password has expired chooses a new one. */
export function ChangePasswordPage() {
  const { http } = useShell();
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const signInWith = useSignInWith();
  const user = useSearchParams()[0].get('username') ?? '';
  const [store] = useState(
    () =>
      new FieldsStore<Key>({
        initial: { old: '', fresh: '', again: '' },
        check,
        send: ({ old, fresh }) =>
          changePassword(http, login.offers.variant, {
            userName: user,
            oldPassword: old,
            newPassword: fresh,
          }),
        fieldOf: (failure) => (failure.status === 401 ? 'old' : newPasswordField(failure)),
      }),
  );

  useEffect(() => {
    // Without a name there is nobody whose password it could be.
    if (user === '') void navigate(signInPath(), { replace: true });
    else login.reopen('openedChange', user);
  }, [user, login, navigate]);

  if (user === '') return null;
  return (
    <FormPage heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.expired, { user })}</p>
      <FieldsForm
        store={store}
        fields={FIELDS}
        user={user}
        verb={messages.submit}
        failed={messages.failed}
        onDone={() => signInWith(user, store.values.fresh, messages.saved)}
      />
      <SignInLink />
    </FormPage>
  );
}

function check({ old, ...fresh }: Readonly<Record<Key, string>>): Faults<Key> {
  return {
    ...checkNewPassword(fresh),
    ...(old === '' ? { old: formMessages.newMissing } : {}),
    ...(fresh.fresh !== '' && fresh.fresh === old ? { fresh: messages.same } : {}),
  };
}
