import type { HttpFailure } from '@lading/contract';
import type { ClientToken } from '@lading/contract/rest';
import { Button, CopyField, FormFailure, useFormats, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { messages } from './messages.ts';

const CALL = '/ui/api/v1/ui/setMeUp/token';

interface Props {
  readonly repoKey: string;
  readonly made: ClientToken | undefined;
  readonly onMade: (token: ClientToken) => void;
}

/** Makes a token for this repository alone, that the steps then carry. It is shown this once, and kept nowhere here. */
export function TokenMaker({ repoKey, made, onMade }: Props) {
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      onMade(await http.json<ClientToken>(CALL, { method: 'POST', body: { repoKey } }));
    } catch (cause) {
      setFailure((cause as HttpFailure).message);
    } finally {
      setBusy(false);
    }
  };
  const days = made && formats.count(Math.round(made.expiresIn / 86_400));
  return (
    <section className="onboarding-token" aria-live="polite">
      {made ? (
        <>
          <p>{text(messages.tokenMade, { days: days ?? '' })}</p>
          <CopyField text={made.token} what={text(messages.token)} />
        </>
      ) : (
        <>
          <p>{text(messages.tokenAbout, { key: repoKey })}</p>
          {failure !== undefined && <FormFailure text={text(messages.tokenFailed, { cause: failure })} />}
          <Button icon="key" label={text(messages.makeToken)} busy={busy} onClick={() => void make()} />
        </>
      )}
    </section>
  );
}
