import { SelectField, TextField, useText } from '@lading/ui';
import { CheckField, type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import { ProxyField } from './ProxyField.tsx';
import { repositoryFormat } from './repositoryFormats.ts';
import type { RepositoryValues } from './repositoryValues.ts';
import { SignInFields } from './SignInFields.tsx';
import { UpstreamTrial } from './UpstreamTrial.tsx';

const NUMBERS = [
  ['retrievalCachePeriodSecs', messages.current],
  ['missedRetrievalCachePeriodSecs', messages.missed],
  ['socketTimeoutMillis', messages.timeout],
] as const;

export const RemoteFields = observer(function RemoteFields({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  const text = useText();
  const field = useFields(store);
  const { values } = store;
  const { upstream, upstreamHelp, hostUpstream = false } = repositoryFormat(values.packageType);
  const urlHelp = [upstreamHelp, store.saved.url !== '' && messages.urlHelp].filter((help) => !!help);
  return (
    <>
      {hostUpstream && (
        <SelectField
          label={text(messages.from)}
          value={values.from}
          options={[
            { key: 'url', label: text(messages.fromUrl) },
            { key: 'host', label: text(messages.fromHost) },
          ]}
          onChange={(from) => store.set('from', from)}
        />
      )}
      {values.from === 'url' && (
        <TextField
          {...field('url', text(messages.url))}
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={upstream}
          help={urlHelp.map((help) => text(help)).join(' ')}
        />
      )}
      {values.from === 'url' && <SignInFields store={store} />}
      <UpstreamTrial store={store} />
      <CheckField {...field('offline', text(messages.offline))} help={text(messages.offlineHelp)} />
      <CheckField
        {...field('allowPrivateUpstream', text(messages.allowPrivate))}
        help={text(messages.allowPrivateHelp)}
      />
      <ProxyField store={store} />
      <h2>{text(messages.caching)}</h2>
      {NUMBERS.map(([key, label]) => (
        <TextField key={key} {...field(key, text(label))} inputMode="numeric" />
      ))}
    </>
  );
});
