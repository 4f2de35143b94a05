import type { UpstreamTest } from '@lading/contract/rest';
import { Button, Icon, useShell, useStyles, useText } from '@lading/ui';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { messages } from './messages.ts';
import { testUpstream } from './repositoriesApi.ts';
import { configurationOf, type RepositoryValues } from './repositoryValues.ts';
import css from './trial.css?inline';

interface Trial {
  /** The tested form values: the result does not apply to values typed since. */
  readonly of: string;
  readonly answer?: UpstreamTest;
}

/** Tests the upstream with the values of the form, saved or not, and shows the result. */
export const UpstreamTrial = observer(function UpstreamTrial({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [trial, setTrial] = useState<Trial>();
  const latest = useRef(0);
  const { values } = store;
  // A new one need not have a name yet.
  const wanted = configurationOf('remote', { ...values, key: values.key.trim() || 'new' }, store.saved);
  const now = JSON.stringify(wanted);
  const shown = trial?.of === now ? trial : undefined;

  const ask = async () => {
    const mine = ++latest.current;
    setTrial({ of: now });
    const answer = await testUpstream(http, wanted).catch((error: unknown) => ({
      ok: false,
      message: text(messages.notTested, { cause: error instanceof Error ? error.message : String(error) }),
    }));
    if (mine === latest.current) setTrial({ of: now, answer });
  };
  return (
    <div className="admin-trial">
      <Button
        label={text(messages.test)}
        busy={shown !== undefined && !shown.answer}
        disabled={values.from === 'url' && values.url.trim() === ''}
        onClick={() => void ask()}
      />
      <div role="status">
        {shown?.answer && (
          <>
            <div className={`admin-trial__said admin-trial__said--${shown.answer.ok ? 'good' : 'bad'}`}>
              <Icon name={shown.answer.ok ? 'check' : 'warning'} /> {shown.answer.message}
            </div>
            {shown.answer.url !== undefined && (
              <div className="ld-field__help">{text(messages.tested, { url: shown.answer.url })}</div>
            )}
          </>
        )}
      </div>
    </div>
  );
});
