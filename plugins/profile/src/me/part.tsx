import { message } from '@lading/contract';
import { reactPart, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';

const messages = {
  you: message('profile.me.you', 'You are signed in as {name}.'),
  admin: message('profile.me.admin', 'You are signed in as {name}, an administrator.'),
  profile: message('profile.me.profile', 'Your profile'),
} as const;

/** Name of the signed-in user with a link to the profile, for pages of other plugins. */
const Me = observer(function Me() {
  const text = useText();
  const { user } = useShell();
  const { name = '', admin = false } = user.current ?? {};
  return (
    <>
      <p>{text(admin ? messages.admin : messages.you, { name })}</p>
      <Link to="/user_profile">{text(messages.profile)}</Link>
    </>
  );
});

export const me = reactPart(Me);
