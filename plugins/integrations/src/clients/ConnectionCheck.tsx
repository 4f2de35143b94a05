import type { ClientTokenUse } from '@lading/contract/rest';
import { Fetched, FormFailure, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { messages } from './messages.ts';

/** How often the use of a token is checked, in milliseconds. */
export const CHECK_MS = 3000;

interface Props {
  readonly vendor: string;
  /** The token that was generated for the client, if any. */
  readonly tokenId: string | undefined;
}

/** Shows whether the platform has received a request with the token of a client. */
export function ConnectionCheck({ vendor, tokenId }: Props) {
  const text = useText();
  return (
    <section className="ld-token" aria-live="polite">
      <h3>{text(messages.connection)}</h3>
      {tokenId === undefined ? (
        <p className="ld-soft">{text(messages.notYet, { vendor })}</p>
      ) : (
        <TokenUse key={tokenId} vendor={vendor} tokenId={tokenId} />
      )}
    </section>
  );
}

const TokenUse = observer(function TokenUse({ vendor, tokenId }: { vendor: string; tokenId: string }) {
  const { http, periodic } = useShell();
  const text = useText();
  const use = useMemo(
    () =>
      new Fetched<ClientTokenUse | undefined>(undefined, (signal) =>
        http.json<ClientTokenUse>(`/ui/api/v1/ui/setMeUp/token/${tokenId}`, { signal }),
      ),
    [http, tokenId],
  );
  useEffect(() => {
    void use.need();
    const stop = periodic.repeat(() => use.fetch(), CHECK_MS);
    return () => {
      stop();
      use.dispose();
    };
  }, [use, periodic]);
  if (use.error) return <FormFailure text={text(messages.checkFailed, { cause: use.error.message })} />;
  const lastUsed = use.value?.lastUsed;
  if (lastUsed === undefined) return <p className="ld-soft">{text(messages.waiting)}</p>;
  return (
    <p>
      {text(messages.connected, { vendor })} <When date={lastUsed} />
    </p>
  );
});
