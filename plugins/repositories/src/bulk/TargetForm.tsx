import type { TreePlace } from '@lading/contract/rest';
import { Button, ErrorState, Fetched, PageSkeleton, SelectField, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { messages as actionMessages } from '../actions/messages.ts';
import type { TreeApi } from '../treeApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly api: TreeApi;
  /** Current folder of the nodes, the default target. */
  readonly from: TreePlace;
  readonly onChosen: (target: TreePlace) => void;
  readonly onCancel: () => void;
}

/** Selects the target folder for several files and folders. */
export const TargetForm = observer(function TargetForm({ api, from, onChosen, onCancel }: Props) {
  const text = useText();
  const [targets] = useState(() => new Fetched<readonly string[]>([], () => api.targets()));
  const [chosen, setChosen] = useState('');
  const [folder, setFolder] = useState(from.path);
  useEffect(() => {
    void targets.need();
    return () => targets.dispose();
  }, [targets]);
  const { value } = targets;
  const repoKey = chosen || (value.includes(from.repoKey) ? from.repoKey : (value[0] ?? ''));
  if (targets.error) {
    return (
      <ErrorState
        what={text(actionMessages.targetsFailed)}
        cause={targets.error.message}
        onRetry={() => void targets.fetch()}
      />
    );
  }
  if (!targets.settled) return <PageSkeleton />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChosen({ repoKey, path: folder.trim().replace(/^\/+|\/+$/g, '') });
  };
  return (
    <form className="repositories-dialog" onSubmit={submit} noValidate>
      {value.length === 0 ? (
        <p>{text(actionMessages.noTargets)}</p>
      ) : (
        <>
          <SelectField
            label={text(messages.target)}
            value={repoKey}
            options={value.map((key) => ({ key, label: key }))}
            onChange={setChosen}
          />
          <TextField
            label={text(messages.folder)}
            value={folder}
            onChange={setFolder}
            spellCheck={false}
            autoComplete="off"
            help={text(messages.folderHelp)}
          />
        </>
      )}
      <div className="repositories-buttons">
        {value.length > 0 && <Button kind="main" type="submit" label={text(actionMessages.check)} />}
        <Button label={text(actionMessages.cancel)} onClick={onCancel} />
      </div>
    </form>
  );
});
