import { HttpFailure } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
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
import { WantedCode } from './WantedCode.ts';

type Key = 'old' | 'fresh' | 'again' | 'code';

const FIELDS = [
  { key: 'old', label: messages.old, secret: true, autoComplete: 'current-password' },
  { key: 'fresh', label: formMessages.newPassword, secret: true, autoComplete: 'new-password' },
  { key: 'again', label: formMessages.again, secret: true, autoComplete: 'new-password' },
] as const;
const CODE = { key: 'code', label: messages.code, autoComplete: 'one-time-code' } as const;

/** Where whoever's password has expired chooses a new one. */
export const ChangePasswordPage = observer(function ChangePasswordPage() {
  const { http } = useShell();
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const signInWith = useSignInWith();
  const user = useSearchParams()[0].get('username') ?? '';
  const [code] = useState(() => new WantedCode());
  const [store] = useState(
    () =>
      new FieldsStore<Key>({
        initial: { old: '', fresh: '', again: '', code: '' },
        check: (values) => check(values, code.wanted),
        send: async ({ old, fresh, code: typed }) => {
          try {
            await changePassword(http, login.offers.variant, {
              userName: user,
              oldPassword: old,
              newPassword: fresh,
              ...(code.wanted ? { otp: typed.trim() } : {}),
            });
          } catch (cause) {
            if (cause instanceof HttpFailure && cause.code === 'OTP_REQUIRED') code.ask();
            throw cause;
          }
        },
        fieldOf,
      }),
  );
  const onDone = async () => {
    if (!code.wanted) return signInWith(user, store.values.fresh, messages.saved);
    // With a code the platform has signed in.
    login.happen('accepted');
    await goOn();
  };

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
        fields={code.wanted ? [...FIELDS, CODE] : FIELDS}
        user={user}
        verb={messages.submit}
        failed={messages.failed}
        onDone={onDone}
      />
      <SignInLink />
    </FormPage>
  );
});

function fieldOf(failure: HttpFailure): Key | undefined {
  if (failure.code === 'OTP_REQUIRED' || failure.code === 'BAD_OTP') return 'code';
  return failure.status === 401 ? 'old' : newPasswordField(failure);
}

function check({ old, code, ...fresh }: Readonly<Record<Key, string>>, codeWanted: boolean): Faults<Key> {
  return {
    ...checkNewPassword(fresh),
    ...(codeWanted && code.trim() === '' ? { code: messages.codeMissing } : {}),
    ...(old === '' ? { old: formMessages.newMissing } : {}),
    ...(fresh.fresh !== '' && fresh.fresh === old ? { fresh: messages.same } : {}),
  };
}
