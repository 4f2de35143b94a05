import { SelectField, useShell, useText } from '@lading/ui';
import { type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useProxyKeys } from '../proxies/useProxyKeys.ts';
import { messages } from './messages.ts';
import { DIRECT, type RepositoryValues } from './repositoryValues.ts';

/** The outgoing proxy of a remote repository. Only administrators of the platform select one. */
export const ProxyField = observer(function ProxyField({ store }: { store: FormStore<RepositoryValues> }) {
  const text = useText();
  const { user } = useShell();
  return user.current?.admin ? <Choice store={store} /> : <ReadOnly text={text(messages.proxyAdmins)} />;
});

function ReadOnly({ text }: { text: string }) {
  return <p className="ld-soft">{text}</p>;
}

const Choice = observer(function Choice({ store }: { store: FormStore<RepositoryValues> }) {
  const text = useText();
  const field = useFields(store);
  const { value, error } = useProxyKeys();
  const { proxy } = store.values;
  // The selected proxy is shown also when the list failed to load.
  const keys = [...new Set([...value.proxyKeys, ...(proxy === '' || proxy === DIRECT ? [] : [proxy])])];
  return (
    <SelectField
      {...field('proxy', text(messages.proxy))}
      options={[
        { key: '', label: text(messages.proxyDefault) },
        ...keys.map((key) => ({ key, label: key })),
        { key: DIRECT, label: text(messages.proxyNone) },
      ]}
      help={error ? text(messages.proxiesFailed, { cause: error.message }) : text(messages.proxyHelp)}
    />
  );
});
