import type { Invitation } from '@lading/contract/rest';
import { Button, PageSkeleton, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useOnce } from '../flow/useOnce.ts';
import { useSignInWith } from '../flow/useSignInWith.ts';
import { CheckedAddress } from '../form/CheckedAddress.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { FieldsStore } from '../form/FieldsStore.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { messages as formMessages } from '../form/messages.ts';
import { checkNewPassword, newPasswordField } from '../form/passwordRules.ts';
import { ProviderButtons } from '../providers/ProviderButtons.tsx';
import { useProviders } from '../providers/useProviders.ts';
import { useLogin } from '../state/useLogin.ts';
import { setPassword, verifyInvitation } from './invitationApi.ts';
import { invitationProviders } from './invitationProviders.ts';
import { messages } from './messages.ts';

const FIELDS = [
  { key: 'fresh', label: formMessages.newPassword, secret: true, autoComplete: 'new-password' },
  { key: 'again', label: formMessages.again, secret: true, autoComplete: 'new-password' },
] as const;

/**
 * Target of the link in an invitation email. Invalid or expired invitations redirect to the sign-in
 * page.
 */
export const InvitationPage = observer(function InvitationPage() {
  const { http, notifications } = useShell();
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const token = useSearchParams()[0].get('token') ?? '';
  const [checked] = useState(() => new CheckedAddress(() => verifyInvitation(http, token)));

  useOnce(() => {
    const leave = () => void navigate(signInPath({ out: true }), { replace: true });
    if (token === '') {
      leave();
      return undefined;
    }
    void checked.check().then(() => {
      if (checked.state === 'holds') login.happen('invitationHeld');
      if (checked.state !== 'refused') return;
      notifications.error(text(messages.bad));
      leave();
    });
    return undefined;
  }, token);

  const heading = text(messages.heading);
  if (checked.state === 'failed') {
    return (
      <FormPage heading={heading}>
        <FormFailure text={checked.failure || text(formMessages.noAnswer)} />
        <div className="auth-buttons">
          <Button label={text(messages.retry)} onClick={() => void checked.check()} />
        </div>
      </FormPage>
    );
  }
  if (!checked.value)
    return (
      <FormPage heading={heading}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={heading}>
      <Accept token={token} invitation={checked.value} />
    </FormPage>
  );
});

/** Accepts the invitation with a new password, or with a provider that authenticates the user. */
const Accept = observer(function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { http } = useShell();
  const text = useText();
  const signInWith = useSignInWith();
  const go = useProviders();
  const [providers] = useState(() => invitationProviders(http, token));
  useEffect(() => void providers.need(), [providers]);
  const [store] = useState(
    () =>
      new FieldsStore<'fresh' | 'again'>({
        initial: { fresh: '', again: '' },
        check: checkNewPassword,
        send: ({ fresh }) => setPassword(http, token, fresh),
        fieldOf: newPasswordField,
      }),
  );
  return (
    <>
      <p className="ld-soft">{text(messages.about, { user: invitation.user })}</p>
      <FieldsForm
        store={store}
        fields={FIELDS}
        user={invitation.user}
        verb={messages.submit}
        failed={messages.failed}
        onDone={() => signInWith(invitation.user, store.values.fresh, messages.saved)}
      />
      <ProviderButtons providers={providers.value} samlLink="" go={go} />
    </>
  );
});
