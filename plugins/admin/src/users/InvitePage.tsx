import { HttpFailure } from '@lading/contract';
import type { GroupSummary } from '@lading/contract/rest';
import { buttonClass, Fetched, PageFrame, TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, PickField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { fetchGroups } from '../groups/groupsApi.ts';
import { USERS } from '../paths.ts';
import { checkInvitation, type InvitationValues, invitationFieldOf, NOBODY } from './invitationValues.ts';
import { messages } from './messages.ts';
import { inviteUser } from './usersApi.ts';

/** Where mail is set up; another plugin's page. */
const MAIL = '/admin/security/mail';

/** Invites a user by email. */
export const InvitePage = observer(function InvitePage() {
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [mailOff, setMailOff] = useState(false);
  const [store] = useState(
    () =>
      new FormStore<InvitationValues>(NOBODY, {
        check: checkInvitation,
        save: async ({ email, username, groups }) => {
          setMailOff(false);
          await inviteUser(http, {
            invited_email: email.trim(),
            source: 'console',
            ...(username.trim() === '' ? {} : { username: username.trim() }),
            ...(groups.length > 0 ? { groups: [...groups] } : {}),
          }).catch((cause: unknown) => {
            setMailOff(cause instanceof HttpFailure && cause.code === 'MAIL_OFF');
            throw cause;
          });
        },
        fieldOf: invitationFieldOf,
      }),
  );
  const [groups] = useState(
    () => new Fetched<readonly GroupSummary[]>([], (signal) => fetchGroups(http, signal)),
  );
  useEffect(() => void groups.need(), [groups]);
  const field = useFields(store);
  const { values } = store;
  return (
    <PageFrame above={[{ label: text(messages.users), to: USERS }]} heading={text(messages.invite)}>
      <EditForm
        store={store}
        verb={text(messages.inviteVerb)}
        cancel={USERS}
        saved={text(messages.invited, { email: values.email.trim() })}
        onSaved={() => void navigate(USERS)}
      >
        <p>{text(messages.inviteAbout)}</p>
        {mailOff && (
          <p>
            {text(messages.mailOff)}{' '}
            <Link className={buttonClass('quiet')} to={MAIL}>
              {text(messages.mailSettings)}
            </Link>
          </p>
        )}
        <TextField {...field('email', text(messages.email))} type="email" required autoComplete="off" />
        <TextField
          {...field('username', text(messages.name))}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={text(messages.inviteName)}
        />
        <PickField
          {...field('groups', text(messages.groups))}
          options={{
            value: groups.value.map(({ group_name }) => group_name),
            status: groups.status,
            error: groups.error,
            need: () => groups.need(),
          }}
        />
      </EditForm>
    </PageFrame>
  );
});
