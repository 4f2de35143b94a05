import { TextField, useText } from '@lading/ui';
import { CheckField, type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

export const LocalFields = observer(function LocalFields({ store }: { store: FormStore<RepositoryValues> }) {
  const text = useText();
  const field = useFields(store);
  const { values } = store;
  return (
    <>
      <CheckField {...field('adminDeployOnly', text(messages.adminDeployOnly))} />
      <TextField {...field('storageQuotaBytes', text(messages.quota))} help={text(messages.quotaHelp)} />
      {repositoryFormat(values.packageType).overwrites && (
        <CheckField
          {...field('allowOverwrite', text(messages.allowOverwrite))}
          help={text(messages.allowOverwriteHelp)}
        />
      )}
      {repositoryFormat(values.packageType).tags && (
        <CheckField
          {...field('immutableTags', text(messages.immutableTags))}
          help={text(messages.immutableTagsHelp)}
        />
      )}
    </>
  );
});
