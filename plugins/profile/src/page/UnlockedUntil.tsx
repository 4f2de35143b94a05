import { useShell, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import type { ProfileStore } from './ProfileStore.ts';

/** Shown next to the heading while the profile is unlocked. */
export const UnlockedUntil = observer(function UnlockedUntil(props: { store: ProfileStore }) {
  const { store } = props;
  const text = useText();
  const { language } = useShell();
  const until = store.profile?.unlockedUntil;
  if (!store.unlocked || until === undefined) return null;
  const time = new Date(until).toLocaleTimeString(language.tag, { hour: 'numeric', minute: '2-digit' });
  return (
    <span role="status">
      <Badge state="good">{text(messages.unlocked, { time })}</Badge>
    </span>
  );
});
