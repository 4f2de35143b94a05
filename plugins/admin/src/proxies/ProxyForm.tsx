import type { ProxyDetails, ProxyService } from '@lading/contract/rest';
import { PasswordField, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormSection,
  FormStore,
  editMessages as formMessages,
  LinesField,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROXIES } from '../paths.ts';
import { messages } from './messages.ts';
import { ProxyTrial } from './ProxyTrial.tsx';
import { changeProxy, createProxy, deleteProxies, testProxy } from './proxiesApi.ts';
import {
  changeOf,
  checkProxy,
  keepsPassword,
  NEW_PROXY,
  type ProxyValues,
  proxyFieldOf,
  SERVICES,
  valuesOf,
} from './proxyValues.ts';

interface Props {
  /** Absent for a new one. */
  readonly loaded: Versioned<ProxyDetails> | undefined;
  readonly others: readonly ProxyDetails[];
}

export const ProxyForm = observer(function ProxyForm({ loaded, others }: Props) {
  const proxy = loaded?.value;
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [store] = useState(
    () =>
      new FormStore(proxy ? valuesOf(proxy) : NEW_PROXY, {
        check: (values) => checkProxy(values, proxy),
        save: (values) => {
          const change = changeOf(values, keepsPassword(values, proxy));
          return proxy
            ? changeProxy(http, proxy.key, change, loaded?.version)
            : createProxy(http, { key: values.key.trim(), ...change });
        },
        fieldOf: proxyFieldOf,
      }),
  );
  const field = useFields(store);
  const name = store.values.key.trim();
  const names = (proxy?.usedBy ?? []).map((use) => use.name);
  const remove = useDelete({
    name,
    back: PROXIES,
    consequence: () => text(messages.deleteText),
    remove: () => deleteProxies(http, [name]),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      verb={text(proxy ? formMessages.save : messages.verb)}
      cancel={PROXIES}
      saved={text(proxy ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => void navigate(PROXIES)}
      {...(proxy && names.length === 0 ? { onDelete: () => void remove() } : {})}
    >
      {!proxy && (
        <TextField
          {...field('key', text(messages.key))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.keyHelp)}
        />
      )}
      {names.length > 0 && <p className="ld-soft">{text(messages.inUse, { names: shortList(names) })}</p>}
      <ServerFields store={store} proxy={proxy} />
      <FormSection heading={text(messages.defaults)} about={text(messages.defaultsAbout)}>
        {(['platformDefault', ...SERVICES] as const).map((service) => (
          <CheckField
            key={service}
            {...field(service, text(messages[service]))}
            help={defaultNow(text, service, others)}
          />
        ))}
      </FormSection>
      <FormSection heading={text(messages.routing)}>
        <LinesField {...field('noProxy', text(messages.noProxy))} help={text(messages.noProxyHelp)} />
        <CheckField
          {...field('resolvesNames', text(messages.resolvesNames))}
          help={text(messages.resolvesNamesHelp)}
        />
      </FormSection>
      <FormSection heading={text(messages.trial)}>
        <ProxyTrial
          store={store}
          test={(url) =>
            // A new one need not have a key yet.
            testProxy(
              http,
              { key: name || 'new', ...changeOf(store.values, keepsPassword(store.values, proxy)) },
              url,
            )
          }
        />
      </FormSection>
    </EditForm>
  );
});

function shortList(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')}, …` : names.join(', ');
}

/** The proxy that would lose the default. */
function defaultNow(
  text: ReturnType<typeof useText>,
  service: ProxyService | 'platformDefault',
  others: readonly ProxyDetails[],
): string | undefined {
  const now = others.find(({ platformDefault, services }) =>
    service === 'platformDefault' ? platformDefault : services.includes(service),
  );
  return now && text(messages.defaultNow, { key: now.key });
}

const ServerFields = observer(function ServerFields(props: {
  readonly store: FormStore<ProxyValues, ProxyDetails>;
  readonly proxy: ProxyDetails | undefined;
}) {
  const { store, proxy } = props;
  const text = useText();
  const field = useFields(store);
  return (
    <>
      <TextField
        {...field('host', text(messages.host))}
        required
        autoComplete="off"
        spellCheck={false}
        help={text(messages.hostHelp)}
      />
      <TextField {...field('port', text(messages.port))} required inputMode="numeric" />
      <TextField
        {...field('username', text(messages.username))}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        help={text(messages.usernameHelp)}
      />
      {store.values.username.trim() !== '' && (
        <PasswordField
          {...field('password', text(messages.password))}
          autoComplete="new-password"
          help={keepsPassword(store.values, proxy) ? text(messages.passwordKept) : undefined}
        />
      )}
    </>
  );
});
