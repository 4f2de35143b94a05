import type { UserProfile } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import { Facts, Tags } from '@lading/ui/display';
import { messages } from './messages.ts';

/** Profile fields that only an administrator can change. */
export function ProfileFacts(props: { user: UserProfile['user']; withEmail: boolean }) {
  const text = useText();
  const { name, email, realm, admin, groups, lastLoggedIn } = props.user;
  return (
    <Facts
      facts={[
        [
          text(messages.name),
          <span key="name" className="ld-mono">
            {name}
          </span>,
        ],
        [text(messages.email), props.withEmail && (email || text(messages.noEmail))],
        [text(messages.realm), realm],
        [text(messages.role), text(admin ? messages.administrator : messages.user)],
        [
          text(messages.groups),
          groups.length > 0 ? <Tags key="groups" words={groups} /> : text(messages.noGroups),
        ],
        [text(messages.lastSignIn), lastLoggedIn && <When key="last" date={lastLoggedIn} />],
      ]}
    />
  );
}
