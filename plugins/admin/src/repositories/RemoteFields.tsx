import { SelectField, TextField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { CheckField } from '../form/CheckField.tsx';
import type { FormStore } from '../form/FormStore.ts';
import { useFault } from '../form/useFault.ts';
import { messages } from './messages.ts';
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
  const say = useFault();
  const { values, faults } = store;
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
          label={text(messages.url)}
          name="url"
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={upstream}
          value={values.url}
          onChange={(url) => store.set('url', url)}
          onBlur={() => store.leave('url')}
          error={say(faults.url)}
          help={urlHelp.map((help) => text(help)).join(' ')}
        />
      )}
      {values.from === 'url' && <SignInFields store={store} />}
      <UpstreamTrial store={store} />
      <CheckField
        label={text(messages.offline)}
        name="offline"
        value={values.offline}
        onChange={(offline) => store.set('offline', offline)}
        help={text(messages.offlineHelp)}
      />
      <CheckField
        label={text(messages.allowPrivate)}
        name="allowPrivateUpstream"
        value={values.allowPrivateUpstream}
        onChange={(allow) => store.set('allowPrivateUpstream', allow)}
        help={text(messages.allowPrivateHelp)}
      />
      <h2>{text(messages.caching)}</h2>
      {NUMBERS.map(([key, label]) => (
        <TextField
          key={key}
          label={text(label)}
          name={key}
          inputMode="numeric"
          value={values[key]}
          onChange={(value) => store.set(key, value)}
          onBlur={() => store.leave(key)}
          error={say(faults[key])}
        />
      ))}
    </>
  );
});
