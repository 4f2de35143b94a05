import type { UserProfile } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';

/** What an administrator has said of the user. */
export function ProfileFacts(props: { user: UserProfile['user']; withEmail: boolean }) {
  const text = useText();
  const { name, email, realm, admin, groups, lastLoggedIn } = props.user;
  return (
    <dl className="profile-facts">
      <Fact label={text(messages.name)}>
        <span className="ld-mono">{name}</span>
      </Fact>
      {props.withEmail && <Fact label={text(messages.email)}>{email || text(messages.noEmail)}</Fact>}
      <Fact label={text(messages.realm)}>{realm}</Fact>
      <Fact label={text(messages.role)}>{text(admin ? messages.administrator : messages.user)}</Fact>
      <Fact label={text(messages.groups)}>
        {groups.length > 0 ? <Groups names={groups} /> : text(messages.noGroups)}
      </Fact>
      {lastLoggedIn && (
        <Fact label={text(messages.lastSignIn)}>
          <When date={lastLoggedIn} />
        </Fact>
      )}
    </dl>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Groups(props: { names: readonly string[] }) {
  return (
    <ul className="profile-groups">
      {props.names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
