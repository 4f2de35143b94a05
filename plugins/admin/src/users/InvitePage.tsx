import { HttpFailure } from '@lading/contract';
import type { GroupSummary } from '@lading/contract/rest';
import { buttonClass, Fetched, PageFrame, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EditForm } from '../form/EditForm.tsx';
import { FormStore } from '../form/FormStore.ts';
import { PickField } from '../form/PickField.tsx';
import { useFault } from '../form/useFault.ts';
import { fetchGroups } from '../groups/groupsApi.ts';
import { USERS } from '../paths.ts';
import { checkInvitation, type InvitationValues, invitationFieldOf, NOBODY } from './invitationValues.ts';
import { messages } from './messages.ts';
import { inviteUser } from './usersApi.ts';

/** Where mail is set up; another plug-in's page. */
const MAIL = '/admin/security/mail';

/** Asks somebody in, by mail. */
export const InvitePage = observer(function InvitePage() {
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
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
  const { values, faults } = store;
  return (
    <PageFrame above={[{ label: text(messages.users), to: USERS }]} heading={text(messages.invite)}>
      <EditForm
        store={store}
        labels={{ email: text(messages.email), username: text(messages.name), groups: text(messages.groups) }}
        verb={text(messages.inviteVerb)}
        back={USERS}
        onSaved={() => {
          notifications.success(text(messages.invited, { email: values.email.trim() }));
          void navigate(USERS);
        }}
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
        <TextField
          label={text(messages.email)}
          name="email"
          type="email"
          required
          autoComplete="off"
          value={values.email}
          onChange={(email) => store.set('email', email)}
          onBlur={() => store.leave('email')}
          error={say(faults.email)}
        />
        <TextField
          label={text(messages.name)}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(username) => store.set('username', username)}
          onBlur={() => store.leave('username')}
          error={say(faults.username)}
          help={text(messages.inviteName)}
        />
        <PickField
          label={text(messages.groups)}
          name="groups"
          chosen={values.groups}
          options={{
            value: groups.value.map(({ group_name }) => group_name),
            status: groups.status,
            error: groups.error,
            need: () => groups.need(),
          }}
          onChange={(chosen) => store.set('groups', chosen)}
          error={say(faults.groups)}
        />
      </EditForm>
    </PageFrame>
  );
});
