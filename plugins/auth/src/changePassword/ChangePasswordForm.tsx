import { HttpFailure } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { type Faults, FieldsStore } from '../form/FieldsStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { checkNewPassword, newPasswordField } from '../form/passwordRules.ts';
import { RevokeChoice } from '../form/RevokeChoice.ts';
import { RevokeTokens } from '../form/RevokeTokens.tsx';
import type { LoginStore } from '../state/LoginStore.ts';
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

interface Props {
  readonly login: LoginStore;
  readonly user: string;
  /**
   * Called after the password was changed. `signedIn`: the request carried a code, so the platform
   * signed in too, and the sign-in step reflects that.
   */
  readonly onChanged: (password: string, signedIn: boolean) => Promise<void> | void;
  /** Rendered next to the submit button. */
  readonly children?: ReactNode;
}

/** Form for replacing an expired password. */
export const ChangePasswordForm = observer(function ChangePasswordForm(props: Props) {
  const { login, user, onChanged, children } = props;
  const { http } = useShell();
  const text = useText();
  const [code] = useState(() => new WantedCode());
  const [choice] = useState(() => new RevokeChoice());
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
              ...(choice.revokes ? { revokeTokens: true } : {}),
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
    if (code.wanted) login.happen('accepted');
    await onChanged(store.values.fresh, code.wanted);
  };
  return (
    <>
      <p className="ld-soft">{text(messages.expired, { user })}</p>
      <FieldsForm
        store={store}
        fields={code.wanted ? [...FIELDS, CODE] : FIELDS}
        user={user}
        verb={messages.submit}
        failed={messages.failed}
        onDone={onDone}
        extra={<RevokeTokens choice={choice} />}
      >
        {children}
      </FieldsForm>
    </>
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
