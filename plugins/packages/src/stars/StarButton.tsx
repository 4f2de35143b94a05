import { Button, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import type { StarStore } from './StarStore.ts';

/** Stars a package, or removes the star. Only for signed-in users. */
export const StarButton = observer(function StarButton({ store }: { store: StarStore }) {
  const { notifications, user } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const { signedIn } = user;
  useEffect(() => void (signedIn && store.star.need()), [store, signedIn]);
  const { value, error } = store.star;
  if (!signedIn) return null;
  const longest = Math.max(text(messages.star).length, text(messages.starred).length);
  // Wide enough for both labels: the buttons next to it don't move.
  const wide = { minInlineSize: `calc(${longest}ch + 48px)` };
  if (!value && error)
    return <Button icon="star" label={text(messages.unknown)} onClick={() => void store.star.fetch()} />;
  // A placeholder until the star is loaded.
  if (!value)
    return <Button style={{ ...wide, visibility: 'hidden' }} icon="star" label={text(messages.star)} />;
  const toggle = async () => {
    setBusy(true);
    await store
      .toggle()
      .catch((cause: Error) => notifications.error(text(messages.failed, { cause: cause.message })));
    setBusy(false);
  };
  return (
    <Button
      style={wide}
      icon={value.starred ? 'starFilled' : 'star'}
      aria-pressed={value.starred}
      label={text(value.starred ? messages.starred : messages.star)}
      busy={busy}
      onClick={() => void toggle()}
    />
  );
});
