import type { WebServerPreview } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { CodeBlock } from '@lading/ui/display';
import { FormSection, type FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { fetchPreview } from './httpSettingsApi.ts';
import { checkHttp, type HttpValues, settingsOf } from './httpValues.ts';
import { messages } from './messages.ts';

/** Milliseconds after the last change. */
const PAUSE_MS = 300;

/** The configuration file for the values of the form. */
export const ConfigurationPreview = observer(function ConfigurationPreview(props: {
  readonly store: FormStore<HttpValues, unknown>;
}) {
  const { http } = useShell();
  const text = useText();
  const [preview, setPreview] = useState<WebServerPreview>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { values } = props.store;
  const valid = Object.keys(checkHttp(values)).length === 0;
  const wanted = valid ? JSON.stringify(settingsOf(values)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same again
  useEffect(() => {
    setFailure(undefined);
    if (wanted === undefined) return undefined;
    const aborting = new AbortController();
    const timer = setTimeout(() => {
      fetchPreview(http, JSON.parse(wanted), aborting.signal).then(setPreview, (error: unknown) => {
        if (!aborting.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [http, wanted, attempt]);

  const label = text(messages.configuration);
  return (
    <FormSection heading={label} about={text(messages.configurationAbout)}>
      {!valid ? (
        <p role="status">{text(messages.incomplete)}</p>
      ) : failure !== undefined ? (
        <div role="alert">
          <p>{text(messages.notGenerated, { cause: failure })}</p>
          <Button label={text(messages.retry)} onClick={() => setAttempt(attempt + 1)} />
        </div>
      ) : preview === undefined ? (
        <p role="status">{text(messages.generating)}</p>
      ) : (
        <CodeBlock
          label={label}
          tabs={[
            {
              key: 'file',
              label: preview.fileName,
              code: preview.configuration,
              file: preview.fileName,
            },
          ]}
        />
      )}
    </FormSection>
  );
});
