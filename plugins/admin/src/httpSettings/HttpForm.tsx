import { SelectField, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormSection,
  FormStore,
  inSequence,
  LinesField,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ConfigurationPreview } from './ConfigurationPreview.tsx';
import { saveHttpSettings } from './httpSettingsApi.ts';
import { checkHttp, type HttpValues, httpFieldOf, settingsOf } from './httpValues.ts';
import { messages } from './messages.ts';

const WEB_SERVERS = [
  { key: 'NGINX', label: 'nginx' },
  { key: 'APACHE', label: 'Apache' },
  { key: 'HAPROXY', label: 'HAProxy' },
] as const;

type Store = FormStore<HttpValues, unknown>;

interface Props {
  readonly values: HttpValues;
  /** The version of the saved settings that the values are from. */
  readonly version: string | undefined;
}

export const HttpForm = observer(function HttpForm({ values, version }: Props) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<HttpValues, unknown>(values, {
        check: checkHttp,
        save: inSequence(version, (latest, changed: HttpValues) =>
          saveHttpSettings(http, settingsOf(changed), latest),
        ),
        fieldOf: httpFieldOf,
      }),
  );
  const field = useFields(store);
  return (
    <>
      <EditForm store={store} saved={text(messages.saved)}>
        <TextField
          {...field('serverName', text(messages.serverName))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.serverNameHelp)}
        />
        <SelectField
          {...field('webServerType', text(messages.type))}
          options={[...WEB_SERVERS, { key: 'DIRECT' as const, label: text(messages.direct) }]}
        />
        <PortFields store={store} />
        <DockerFields store={store} />
        {store.values.webServerType !== 'DIRECT' && <BackendFields store={store} />}
      </EditForm>
      <ConfigurationPreview store={store} />
    </>
  );
});

const PortFields = observer(function PortFields({ store }: { store: Store }) {
  const text = useText();
  const field = useFields(store);
  const { useHttps, useHttp } = store.values;
  const path = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <CheckField {...field('useHttps', text(messages.useHttps))} />
      {useHttps && (
        <>
          <TextField {...field('httpsPort', text(messages.httpsPort))} required inputMode="numeric" />
          <TextField
            {...field('sslCertificate', text(messages.sslCertificate))}
            {...path}
            help={text(messages.sslCertificateHelp)}
          />
          {store.values.webServerType !== 'HAPROXY' && (
            <TextField {...field('sslKey', text(messages.sslKey))} {...path} />
          )}
        </>
      )}
      <CheckField {...field('useHttp', text(messages.useHttp))} help={text(messages.useHttpHelp)} />
      {useHttp && <TextField {...field('httpPort', text(messages.httpPort))} required inputMode="numeric" />}
    </>
  );
});

const DockerFields = observer(function DockerFields({ store }: { store: Store }) {
  const text = useText();
  const field = useFields(store);
  const { serverName, dockerReverseProxyMethod: method } = store.values;
  const name = serverName.trim();
  return (
    <FormSection heading={text(messages.docker)}>
      <SelectField
        {...field('dockerReverseProxyMethod', text(messages.method))}
        options={[
          { key: 'REPOPATHPREFIX', label: text(messages.byPath, { name }) },
          { key: 'SUBDOMAIN', label: text(messages.bySubdomain, { name }) },
          { key: 'PORTPERREPO', label: text(messages.byPort, { name }) },
          { key: 'NOVALUE', label: text(messages.notDocker) },
        ]}
      />
      {method === 'PORTPERREPO' && (
        <LinesField
          {...field('reverseProxyRepositories', text(messages.ports))}
          help={text(messages.portsHelp)}
        />
      )}
    </FormSection>
  );
});

const BackendFields = observer(function BackendFields({ store }: { store: Store }) {
  const text = useText();
  const field = useFields(store);
  return (
    <FormSection heading={text(messages.backend)} about={text(messages.backendAbout)}>
      <TextField
        {...field('backendHost', text(messages.backendHost))}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...field('backendPort', text(messages.backendPort))}
        inputMode="numeric"
        help={text(messages.backendPortHelp)}
      />
    </FormSection>
  );
});
