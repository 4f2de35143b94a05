import type { OAuthProvider } from '@lading/contract/rest';
import { Button, useText } from '@lading/ui';
import { messages } from './messages.ts';

interface Props {
  readonly providers: readonly OAuthProvider[];
  /** Empty when SAML is not configured. */
  readonly samlLink: string;
  /** Display name of the SAML provider, if it has one. */
  readonly samlName?: string | undefined;
  /** Opens the provider's sign-in page. */
  readonly go: (url: string) => void;
  /** Nothing is rendered above the buttons. */
  readonly alone?: boolean;
}

/** Sign-in providers, one button each. */
export function ProviderButtons({ providers, samlLink, samlName, go, alone }: Props) {
  const text = useText();
  if (providers.length === 0 && samlLink === '') return null;
  const samlLabel = samlName ? text(messages.goOnWith, { provider: samlName }) : text(messages.saml);
  return (
    <div className="auth-ways">
      {!alone && <span className="auth-or">{text(messages.or)}</span>}
      {providers.map(({ name, displayName = name, url }) => (
        <Button
          key={url}
          label={text(messages.goOnWith, { provider: displayName })}
          onClick={() => go(url)}
        />
      ))}
      {samlLink !== '' && <Button label={samlLabel} onClick={() => go(samlLink)} />}
    </div>
  );
}
