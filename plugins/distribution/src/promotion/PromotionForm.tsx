import {
  Button,
  ErrorState,
  Fetched,
  FormFailure,
  PageSkeleton,
  SelectField,
  useShell,
  useText,
} from '@lading/ui';
import { CheckField, PickField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { fetchEnvironments, fetchLocalRepositories } from '../bundlesApi.ts';
import { messages } from '../messages.ts';
import type { PromotionStore } from './PromotionStore.ts';

interface Props {
  readonly store: PromotionStore;
  readonly onCancel: () => void;
}

/** Form for the target environment and repositories. */
export const PromotionForm = observer(function PromotionForm({ store, onCancel }: Props) {
  const { request, busy, failure } = store;
  const { http } = useShell();
  const text = useText();
  const [environments] = useState(
    () => new Fetched<readonly string[]>([], (signal) => fetchEnvironments(http, signal)),
  );
  const [repositories] = useState(
    () => new Fetched<readonly string[]>([], (signal) => fetchLocalRepositories(http, signal)),
  );
  useEffect(() => {
    void environments.need();
    return () => {
      environments.dispose();
      repositories.dispose();
    };
  }, [environments, repositories]);
  const [selected, setSelected] = useState(request?.environment);
  const [included, setIncluded] = useState<readonly string[]>(request?.included_repository_keys ?? []);
  const [overwrite, setOverwrite] = useState(request?.overwrite_existing_artifacts ?? false);
  if (environments.error) {
    return (
      <ErrorState
        what={text(messages.environmentsFailed)}
        cause={environments.error.message}
        onRetry={() => void environments.fetch()}
      />
    );
  }
  if (!environments.settled) return <PageSkeleton />;
  const environment = selected ?? environments.value.at(-1) ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.check({
      environment,
      overwrite_existing_artifacts: overwrite,
      ...(included.length > 0 ? { included_repository_keys: [...included] } : {}),
    });
  };
  return (
    <form className="bundles-dialog" onSubmit={submit} noValidate>
      {failure !== undefined && <FormFailure text={text(messages.previewFailed, { cause: failure })} />}
      <p className="ld-soft">{text(messages.promoteAbout)}</p>
      <SelectField
        label={text(messages.environment)}
        value={environment}
        options={environments.value.map((key) => ({ key, label: key }))}
        onChange={setSelected}
      />
      <PickField
        name="included"
        label={text(messages.included)}
        value={included}
        options={repositories}
        free
        onChange={setIncluded}
        help={text(messages.includedHelp)}
      />
      <CheckField
        name="overwrite"
        label={text(messages.overwrite)}
        value={overwrite}
        onChange={setOverwrite}
      />
      <div className="bundles-buttons">
        <Button kind="main" type="submit" label={text(messages.preview)} busy={busy} />
        <Button label={text(messages.cancel)} onClick={onCancel} />
      </div>
    </form>
  );
});
