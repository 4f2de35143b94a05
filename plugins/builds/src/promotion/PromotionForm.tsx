import {
  Button,
  ErrorState,
  Fetched,
  FormFailure,
  PageSkeleton,
  SelectField,
  TextField,
  useShell,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { fetchTargets } from '../buildsApi.ts';
import { messages } from './messages.ts';
import type { PromotionStore } from './PromotionStore.ts';

/** Form for the new status, and the target repository of the files. */
export const PromotionForm = observer(function PromotionForm(props: {
  store: PromotionStore;
  onCancel: () => void;
}) {
  const { store, onCancel } = props;
  const { request = {}, busy, failure } = store;
  const { http } = useShell();
  const text = useText();
  const [targets] = useState(
    () => new Fetched<readonly string[]>([], (signal) => fetchTargets(http, signal)),
  );
  useEffect(() => {
    void targets.need();
    return () => targets.dispose();
  }, [targets]);
  const [status, setStatus] = useState(request.status ?? '');
  const [comment, setComment] = useState(request.comment ?? '');
  const [way, setWay] = useState(
    request.targetRepo ? `${request.copy ? 'copy' : 'move'} ${request.targetRepo}` : '',
  );
  const [dependencies, setDependencies] = useState(request.dependencies ?? false);
  const [checked, setChecked] = useState(false);
  const validationError = status.trim() === '' ? text(messages.statusNeeded) : undefined;

  if (targets.error) {
    return (
      <ErrorState
        what={text(messages.targetsFailed)}
        cause={targets.error.message}
        onRetry={() => void targets.fetch()}
      />
    );
  }
  if (!targets.settled) return <PageSkeleton />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (validationError) return;
    const [verb, targetRepo] = way.split(' ');
    const files = targetRepo === undefined ? {} : { targetRepo, copy: verb === 'copy', dependencies };
    void store.check({ status: status.trim(), comment: comment.trim(), ...files });
  };
  const ways = (['copy', 'move'] as const).flatMap((verb) =>
    targets.value.map((repo) => ({
      key: `${verb} ${repo}`,
      label: text(verb === 'copy' ? messages.copyTo : messages.moveTo, { repo }),
    })),
  );
  return (
    <form className="builds-dialog" onSubmit={submit} noValidate>
      {failure !== undefined && <FormFailure text={text(messages.failed, { cause: failure })} />}
      <TextField
        label={text(messages.status)}
        value={status}
        onChange={setStatus}
        required
        autoFocus
        autoComplete="off"
        help={text(messages.statusHelp)}
        error={checked ? validationError : undefined}
      />
      <TextField label={text(messages.comment)} value={comment} onChange={setComment} autoComplete="off" />
      <SelectField
        label={text(messages.target)}
        value={way}
        options={[{ key: '', label: text(messages.stay) }, ...ways]}
        onChange={setWay}
      />
      {way !== '' && (
        <label className="builds-check">
          <input
            type="checkbox"
            checked={dependencies}
            onChange={(event) => setDependencies(event.target.checked)}
          />
          {text(messages.dependencies)}
        </label>
      )}
      <div className="builds-buttons">
        <Button kind="main" type="submit" label={text(messages.check)} busy={busy} />
        <Button label={text(messages.cancel)} onClick={onCancel} />
      </div>
    </form>
  );
});
