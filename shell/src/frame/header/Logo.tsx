import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';

/** Logo that links to the home page; the operator's own logo if one is set. */
export const Logo = observer(function Logo() {
  const { state, navigation, platform } = useFrame();
  const text = useText();
  const edition = state.edition;
  return (
    <a className="lading-logo" href={navigation.href('/')} aria-label={text(messages.home)}>
      {!state.loadingLogo && state.logoSource !== undefined ? (
        <img src={state.logoSource} alt={platform.serverName} />
      ) : (
        <>
          <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d="M3 7.5 12 3l9 4.5v9L12 21l-9-4.5v-9Zm9 2.3 5.3-2.6L12 4.6 6.7 7.2 12 9.8Zm-1 8.7v-7L5 8.5v7l6 3Zm2 0 6-3v-7l-6 3v7Z" />
          </svg>
          <span>{edition === '' ? 'Lading' : `Lading ${edition}`}</span>
        </>
      )}
    </a>
  );
});
