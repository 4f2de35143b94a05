import { useText } from '@lading/ui';
import { CheckField, type FormStore, LinesField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import type { RepositoryClass } from '../paths.ts';
import { contentMessages as messages } from './contentMessages.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

interface Props {
  readonly store: FormStore<RepositoryValues>;
  readonly type: RepositoryClass;
}

/** Fields for the content that the repository serves and accepts. */
export const ContentFields = observer(function ContentFields({ store, type }: Props) {
  const text = useText();
  const field = useFields(store);
  const { snapshots = false } = repositoryFormat(store.values.packageType);
  return (
    <>
      <h2>{text(messages.content)}</h2>
      <LinesField
        {...field('includesPattern', text(messages.includesPattern))}
        help={text(messages.includesHelp)}
      />
      <LinesField
        {...field('excludesPattern', text(messages.excludesPattern))}
        help={text(messages.excludesHelp)}
      />
      {type !== 'virtual' && snapshots && (
        <>
          <CheckField {...field('handleReleases', text(messages.releases))} />
          <CheckField {...field('handleSnapshots', text(messages.snapshots))} />
        </>
      )}
      {type === 'local' && (
        <CheckField {...field('readOnly', text(messages.readOnly))} help={text(messages.readOnlyHelp)} />
      )}
      <CheckField {...field('blackedOut', text(messages.blackedOut))} help={text(messages.blackedOutHelp)} />
      {type !== 'virtual' && (
        <>
          <h2>{text(messages.resolution)}</h2>
          <CheckField
            {...field('priorityResolution', text(messages.priority))}
            help={text(messages.priorityHelp)}
          />
          {type === 'remote' && (
            <CheckField {...field('hardFail', text(messages.hardFail))} help={text(messages.hardFailHelp)} />
          )}
        </>
      )}
    </>
  );
});
