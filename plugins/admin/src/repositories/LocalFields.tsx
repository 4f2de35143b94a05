import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { CheckField } from '../form/CheckField.tsx';
import type { FormStore } from '../form/FormStore.ts';
import { messages } from './messages.ts';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';

export const LocalFields = observer(function LocalFields({ store }: { store: FormStore<RepositoryValues> }) {
  const text = useText();
  const { values } = store;
  return (
    <>
      <CheckField
        label={text(messages.adminDeployOnly)}
        name="adminDeployOnly"
        value={values.adminDeployOnly}
        onChange={(only) => store.set('adminDeployOnly', only)}
      />
      {repositoryFormat(values.packageType).overwrites && (
        <CheckField
          label={text(messages.allowOverwrite)}
          name="allowOverwrite"
          value={values.allowOverwrite}
          onChange={(allow) => store.set('allowOverwrite', allow)}
          help={text(messages.allowOverwriteHelp)}
        />
      )}
      {repositoryFormat(values.packageType).tags && (
        <CheckField
          label={text(messages.immutableTags)}
          name="immutableTags"
          value={values.immutableTags}
          onChange={(stay) => store.set('immutableTags', stay)}
          help={text(messages.immutableTagsHelp)}
        />
      )}
    </>
  );
});
