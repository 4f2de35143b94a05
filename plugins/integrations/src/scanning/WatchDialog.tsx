import type { CreatedGitWatch, GitRepository, NewGitWatch } from '@lading/contract/rest';
import { Button, CopyField, Dialog, SelectField, TextField, useShell, useText } from '@lading/ui';
import { CheckField, EditForm, editMessages, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from './messages.ts';
import { addWatch } from './watchApi.ts';

interface Values {
  readonly branch: string;
  readonly trigger: 'poll' | 'webhook';
  readonly commitStatus: boolean;
}

interface Props {
  readonly integrationKey: string;
  readonly repository: GitRepository;
  readonly onClose: () => void;
  readonly onWatched: () => void;
}

/** Watches a branch of a repository, and then shows the webhook to add. */
export const WatchDialog = observer(function WatchDialog(props: Props) {
  const { integrationKey, repository, onClose, onWatched } = props;
  const { http } = useShell();
  const text = useText();
  const [created, setCreated] = useState<CreatedGitWatch>();
  const [store] = useState(
    () =>
      new FormStore<Values, CreatedGitWatch>(
        { branch: repository.defaultBranch, trigger: 'poll', commitStatus: false },
        {
          check: ({ branch }) => (branch.trim() === '' ? { branch: { message: editMessages.missing } } : {}),
          save: async (values) => {
            const answer = await addWatch(http, integrationKey, wantedOf(repository, values));
            if (answer.hook) setCreated(answer);
            else onWatched();
            return answer;
          },
        },
      ),
  );
  const field = useFields(store);
  const { name } = repository;
  const title = text(messages.watchNamed, { name });
  if (created?.hook) {
    return (
      <Dialog title={title} onCancel={onWatched}>
        <p>{text(messages.hookAbout)}</p>
        <CopyField what={text(messages.hookUrl)} text={created.hook.url} />
        <CopyField what={text(messages.hookSecret)} text={created.hook.secret} />
        <Button kind="main" label={text(messages.done)} onClick={onWatched} />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onCancel={onClose}>
      <p className="ld-soft">{text(messages.watchAbout)}</p>
      <EditForm
        store={store}
        inDialog
        verb={text(messages.watch)}
        cancel={onClose}
        saved={text(messages.watchStarted, { branch: store.values.branch, name })}
      >
        <TextField {...field('branch', text(messages.branchLabel))} required spellCheck={false} />
        <SelectField
          {...field('trigger', text(messages.trigger))}
          options={[
            { key: 'poll', label: text(messages.polling) },
            { key: 'webhook', label: text(messages.webhook) },
          ]}
        />
        <CheckField
          {...field('commitStatus', text(messages.commitStatus))}
          help={text(messages.commitStatusHelp)}
        />
      </EditForm>
    </Dialog>
  );
});

function wantedOf({ id, name }: GitRepository, { branch, trigger, commitStatus }: Values): NewGitWatch {
  return {
    ...{ repository_id: id, repository: name, branch: branch.trim() },
    ...{ webhook: trigger === 'webhook', commit_status: commitStatus },
  };
}
