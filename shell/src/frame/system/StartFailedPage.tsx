import { Button, buttonClass, PageFrame, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages as core } from '../../messages.ts';
import { pathOf } from '../../navigation/place.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { errors } from './messages.ts';

/** Shown when the user failed to load. Keeps the URL and retries. */
export const StartFailedPage = observer(function StartFailedPage() {
  const { initialData, navigation } = useFrame();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await navigation.go(pathOf(navigation.place), { replace: true });
    setBusy(false);
  };
  return (
    <PageFrame heading={text(errors.unknownUser)}>
      <p role="status">{text(errors.unknownUserMore, { cause: initialData.cause ?? '' })}</p>
      <p className="lading-buttons">
        <Button
          kind="main"
          icon="refresh"
          label={text(core.retry)}
          busy={busy}
          onClick={() => void retry()}
        />
        <a className={buttonClass('plain')} href={navigation.href('/login')}>
          {text(messages.signIn)}
        </a>
      </p>
    </PageFrame>
  );
});
