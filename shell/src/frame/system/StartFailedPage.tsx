import { Button, buttonClass, PageFrame } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { pathOf } from '../../navigation/place.ts';
import { useFrame } from '../FrameContext.ts';

/** The server did not say who this is: the address stays, and is tried again. */
export const StartFailedPage = observer(function StartFailedPage() {
  const { initialData, navigation } = useFrame();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await navigation.go(pathOf(navigation.place), { replace: true });
    setBusy(false);
  };
  return (
    <PageFrame heading="The server did not answer who you are">
      <p role="status">
        Without that no page can be shown. Try again in a moment. The cause: {initialData.cause}
      </p>
      <p className="lading-buttons">
        <Button kind="main" icon="refresh" label="Retry" busy={busy} onClick={() => void retry()} />
        <a className={buttonClass('plain')} href={navigation.href('/login')}>
          Sign in
        </a>
      </p>
    </PageFrame>
  );
});
