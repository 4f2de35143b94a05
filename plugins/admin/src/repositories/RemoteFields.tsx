import { SelectField, TextField, useText } from '@lading/ui';
import { CheckField, type FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { contentMessages as content } from './contentMessages.ts';
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
  ['assumedOfflinePeriodSecs', content.assumedOffline, content.assumedOfflineHelp],
  ['unusedArtifactsCleanupPeriodHours', content.unused, content.unusedHelp],
] as const;

const CertificateFields = observer(function CertificateFields({
  store,
}: {
  store: FormStore<RepositoryValues>;
}) {
  const text = useText();
  const field = useFields(store);
  const { values, saved } = store;
  const kept = saved.clientCertificate !== '' && values.clientCertificate === saved.clientCertificate;
  return (
    <>
      <TextAreaField
        {...field('clientCertificate', text(content.certificate))}
        code
        rows={3}
        help={text(content.certificateHelp)}
      />
      {values.clientCertificate.trim() !== '' && (
        <TextAreaField
          {...field('clientKey', text(content.clientKey))}
          code
          rows={3}
          help={[kept && messages.secretKept, content.clientKeyHelp]
            .filter((help) => !!help)
            .map((help) => text(help))
            .join(' ')}
        />
      )}
    </>
  );
});

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
      {values.from === 'url' && values.url.trim().startsWith('https:') && <CertificateFields store={store} />}
      <UpstreamTrial store={store} />
      <CheckField {...field('offline', text(messages.offline))} help={text(messages.offlineHelp)} />
      <CheckField
        {...field('allowPrivateUpstream', text(messages.allowPrivate))}
        help={text(messages.allowPrivateHelp)}
      />
      <ProxyField store={store} />
      <h2>{text(messages.caching)}</h2>
      {NUMBERS.map(([key, label, help]) => (
        <TextField
          key={key}
          {...field(key, text(label))}
          inputMode="numeric"
          {...(help ? { help: text(help) } : {})}
        />
      ))}
      {!repositoryFormat(values.packageType).cachesAlways && (
        <CheckField
          {...field('storeArtifactsLocally', text(content.stores))}
          help={text(content.storesHelp)}
        />
      )}
      <CheckField
        {...field('blockMismatchingMimeTypes', text(content.blocks))}
        help={text(content.blocksHelp)}
      />
    </>
  );
});
