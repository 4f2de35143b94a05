import { Fetched, SelectField, useShell, useText } from '@lading/ui';
import { CheckField, type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { formTexts } from './messages.ts';
import { fetchProxyKeys } from './webhooksApi.ts';
import type { WebhookValues } from './webhookValues.ts';

/** The proxy that requests go through. Without any proxy, the reason is shown. */
export const ProxyFields = observer(function ProxyFields({ store }: { store: FormStore<WebhookValues> }) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const [keys] = useState(() => new Fetched<readonly string[]>([], (signal) => fetchProxyKeys(http, signal)));
  useEffect(() => {
    void keys.need();
    return () => keys.dispose();
  }, [keys]);
  const { useProxy, proxy } = store.values;
  const known = [...new Set([...keys.value, ...(proxy === '' ? [] : [proxy])])];
  const reason = keys.error
    ? text(formTexts.proxiesFailed, { cause: keys.error.message })
    : keys.status === 'there' && known.length === 0
      ? text(formTexts.noProxies)
      : undefined;
  return (
    <>
      <CheckField
        {...field('useProxy', text(formTexts.useProxy))}
        disabled={known.length === 0 && !useProxy}
        help={reason}
      />
      {useProxy && (
        <SelectField
          {...field('proxy', text(formTexts.proxy))}
          options={[
            { key: '', label: text(formTexts.chooseProxy) },
            ...known.map((key) => ({ key, label: key })),
          ]}
        />
      )}
    </>
  );
});
