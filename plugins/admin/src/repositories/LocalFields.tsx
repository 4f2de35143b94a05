import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { CheckField } from '../form/CheckField.tsx';
import type { FormStore } from '../form/FormStore.ts';
import { messages } from './messages.ts';
import type { RepositoryValues } from './repositoryValues.ts';

export const LocalFields = observer(function LocalFields({ store }: { store: FormStore<RepositoryValues> }) {
  const text = useText();
  return (
    <CheckField
      label={text(messages.adminDeployOnly)}
      name="adminDeployOnly"
      value={store.values.adminDeployOnly}
      onChange={(only) => store.set('adminDeployOnly', only)}
    />
  );
});
