import { Button, PageSkeleton, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useSignInWith } from '../flow/useSignInWith.ts';
import { CheckedAddress } from '../form/CheckedAddress.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { FieldsStore } from '../form/FieldsStore.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { messages as formMessages } from '../form/messages.ts';
import { checkNewPassword, newPasswordField } from '../form/passwordRules.ts';
import { RevokeChoice } from '../form/RevokeChoice.ts';
import { RevokeTokens } from '../form/RevokeTokens.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { messages } from './messages.ts';
import { resetPassword, validateKey } from './resetPasswordApi.ts';

const FIELDS = [
  { key: 'fresh', label: formMessages.newPassword, secret: true, autoComplete: 'new-password' },
  { key: 'again', label: formMessages.again, secret: true, autoComplete: 'new-password' },
] as const;

/** Target of the link in the email: sets a new password once the platform has validated the key. */
export const ResetPasswordPage = observer(function ResetPasswordPage() {
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const key = useSearchParams()[0].get('key') ?? '';
  const [checked] = useState(() => new CheckedAddress(() => validateKey(http, key)));

  useEffect(() => {
    if (key === '') void navigate(signInPath({ out: true }), { replace: true });
    else void checked.check();
  }, [key, checked, navigate]);

  const heading = text(messages.heading);
  if (key === '' || checked.state === 'asking')
    return (
      <FormPage heading={heading}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={heading}>
      {checked.state === 'refused' && (
        <>
          <FormFailure text={text(messages.badKey)} />
          <p>
            <Link to="/login/forgot-password">{text(messages.another)}</Link>
          </p>
        </>
      )}
      {checked.state === 'failed' && (
        <>
          <FormFailure text={checked.failure || text(formMessages.noAnswer)} />
          <div className="auth-buttons">
            <Button label={text(messages.retry)} onClick={() => void checked.check()} />
          </div>
        </>
      )}
      {checked.value !== undefined && <ResetForm checked={checked} secret={key} user={checked.value} />}
      <SignInLink />
    </FormPage>
  );
});

const ResetForm = observer(function ResetForm(props: {
  checked: CheckedAddress<string>;
  secret: string;
  user: string;
}) {
  const { checked, secret, user } = props;
  const { http } = useShell();
  const text = useText();
  const signInWith = useSignInWith();
  const [choice] = useState(() => new RevokeChoice());
  const [store] = useState(
    () =>
      new FieldsStore<'fresh' | 'again'>({
        initial: { fresh: '', again: '' },
        check: checkNewPassword,
        send: ({ fresh }) =>
          resetPassword(http, secret, {
            user,
            password: fresh,
            ...(choice.revokes ? { revokeTokens: true } : {}),
          }),
        fieldOf: newPasswordField,
      }),
  );
  if (checked.state !== 'holds') return null;
  return (
    <>
      <p className="ld-soft">{text(messages.about, { user })}</p>
      <FieldsForm
        store={store}
        fields={FIELDS}
        user={user}
        verb={messages.submit}
        failed={messages.failed}
        extra={<RevokeTokens choice={choice} />}
        onDone={() => signInWith(user, store.values.fresh, messages.saved)}
      />
    </>
  );
});
