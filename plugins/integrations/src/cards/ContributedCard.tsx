import type { VendorCard, VendorCardState } from '@lading/contract';
import { Fetched, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CardView } from './CardView.tsx';
import { readCardState } from './readCardState.ts';

const NONE: VendorCardState = { connected: false, configured: false };

/** Card of a vendor that a plugin adds. A failing plugin does not affect the other cards. */
export const ContributedCard = observer(function ContributedCard({ card }: { card: VendorCard }) {
  const shell = useShell();
  const text = useText();
  const { state, connect } = card;
  const [found] = useState(
    () => new Fetched(NONE, async () => (state ? readCardState(await state(shell)) : NONE)),
  );
  useEffect(() => {
    void found.need();
    return () => found.dispose();
  }, [found]);
  const { connected, configured, integrations = 0, products = [] } = found.value;
  const onConnect = async () => {
    try {
      await connect?.(shell);
      await found.fetch();
    } catch (cause) {
      shell.notifications.error(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <CardView
      label={text(card.label)}
      icon={card.icon}
      about={card.about && text(card.about)}
      {...{ connected, configured, integrations, products }}
      path={card.path}
      stateless={state === undefined}
      unknown={state !== undefined && found.status !== 'there'}
      onConnect={connect && (() => void onConnect())}
      failure={found.error?.message}
    />
  );
});
