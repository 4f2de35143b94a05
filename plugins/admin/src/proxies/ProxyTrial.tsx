import type { ProxyTest } from '@lading/contract/rest';
import { Button, Icon, TextField, useStyles, useText } from '@lading/ui';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import css from '../repositories/trial.css?inline';
import { messages } from './messages.ts';
import type { ProxyValues } from './proxyValues.ts';

interface Trial {
  /** The tested proxy: another proxy has no result yet. */
  readonly of: string;
  readonly result?: { readonly ok: boolean; readonly message: string };
}

/** Requests a URL through the proxy as it is in the form, saved or not. */
export const ProxyTrial = observer(function ProxyTrial(props: {
  readonly store: FormStore<ProxyValues, unknown>;
  /** Resolves to the result. Throws `HttpFailure`. */
  readonly test: (url: string) => Promise<ProxyTest>;
}) {
  useStyles(css);
  const { store, test } = props;
  const text = useText();
  const [url, setUrl] = useState('https://example.com/');
  const [trial, setTrial] = useState<Trial>();
  const latest = useRef(0);
  const now = JSON.stringify([store.values, url]);
  const shown = trial?.of === now ? trial : undefined;

  const run = async () => {
    const mine = ++latest.current;
    setTrial({ of: now });
    const result = await test(url.trim()).then(
      ({ outcome, message }) => ({ ok: outcome === 'ok', message }),
      (error: unknown) => ({
        ok: false,
        message: text(messages.notTested, { cause: error instanceof Error ? error.message : String(error) }),
      }),
    );
    if (mine === latest.current) setTrial({ of: now, result });
  };
  return (
    <>
      <TextField
        name="testUrl"
        label={text(messages.testUrl)}
        type="url"
        value={url}
        onChange={setUrl}
        autoComplete="off"
        spellCheck={false}
        help={text(messages.testUrlHelp)}
      />
      <div className="admin-trial">
        <Button
          label={text(messages.test)}
          busy={shown !== undefined && !shown.result}
          disabled={url.trim() === '' || store.values.host.trim() === ''}
          onClick={() => void run()}
        />
        <div role="status">
          {shown?.result && (
            <div className={`admin-trial__said admin-trial__said--${shown.result.ok ? 'good' : 'bad'}`}>
              <Icon name={shown.result.ok ? 'check' : 'warning'} /> {shown.result.message}
            </div>
          )}
        </div>
      </div>
    </>
  );
});
