import type { OAuthProvider } from '@lading/contract/rest';
import { Button, useText } from '@lading/ui';
import { messages } from './messages.ts';

interface Props {
  readonly providers: readonly OAuthProvider[];
  /** Empty: none. */
  readonly samlLink: string;
  /** What people call it, where it has a name. */
  readonly samlName?: string | undefined;
  /** Takes somebody to a provider. */
  readonly go: (url: string) => void;
  /** Nothing else stands above them. */
  readonly alone?: boolean;
}

/** The ways in by a provider, a button each. */
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
