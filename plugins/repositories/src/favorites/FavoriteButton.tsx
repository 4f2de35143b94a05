import type { TreePlace } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FavoritesStore } from './FavoritesStore.ts';
import { messages } from './messages.ts';

/** Adds a node to the favorites or removes it. */
export const FavoriteButton = observer(function FavoriteButton(props: {
  store: FavoritesStore;
  place: TreePlace;
}) {
  const { store, place } = props;
  const { notifications, user } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  if (!user.signedIn || !store.list.value) return null;
  const kept = store.has(place);
  const turn = async () => {
    setBusy(true);
    try {
      await store.turn(place);
    } catch (cause) {
      notifications.error(text(messages.failed, { cause: (cause as Error).message }));
    }
    setBusy(false);
  };
  return (
    <Button
      kind="quiet"
      icon={kept ? 'starFilled' : 'star'}
      iconOnly
      aria-pressed={kept}
      label={text(kept ? messages.remove : messages.add)}
      busy={busy}
      onClick={() => void turn()}
    />
  );
});
