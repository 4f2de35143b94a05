import { CONTRIBUTION_KINDS } from '@lading/contract';
import type { PluginPolicy } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import {
  basedOn,
  CheckField,
  EditForm,
  EditPage,
  FormStore,
  fetchVersioned,
  inSequence,
  LinesField,
  type Options,
  PickField,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { PLUGINS } from '../paths.ts';
import { title as pluginsTitle } from '../plugins/title.ts';
import { messages as keyMessages } from './authorKeys/messages.ts';
import { useAuthorKeys } from './authorKeys/useAuthorKeys.tsx';
import { messages } from './messages.ts';
import { check, type PolicyValues, policyOf, valuesOf } from './policyValues.ts';
import { title } from './title.ts';
import { messages as buildMessages } from './trustedBuilds/messages.ts';
import { useTrustedBuilds } from './trustedBuilds/useTrustedBuilds.tsx';

const CALL = '/ui/api/v1/lading/plugins/policy';
/** Known to every console, so that nothing is loaded. */
const KINDS: Options = {
  value: [...CONTRIBUTION_KINDS, 'backends'],
  status: 'there',
  error: undefined,
  need: async () => {},
};

/** Policy for plugins: the ones that can be turned on, and the ones that run in frames. */
export function PolicyPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(title)}
      fetch={(signal) => fetchVersioned<PluginPolicy>(http, CALL, { signal })}
      failure={text(messages.failed)}
      about={
        <>
          <p className="ld-soft">{text(messages.about)}</p>
          <p className="ld-soft">{text(messages.publishing)}</p>
        </>
      }
    >
      {(opened) => opened && <PolicyForm opened={opened} />}
    </EditPage>
  );
}

const PolicyForm = observer(function PolicyForm(props: { readonly opened: Versioned<PluginPolicy> }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<PolicyValues, PluginPolicy>(valuesOf(props.opened.value), {
        check,
        save: inSequence(props.opened.version, (version, values: PolicyValues) =>
          fetchVersioned<PluginPolicy>(http, CALL, {
            ...{ method: 'PUT', body: policyOf(values) },
            ...basedOn(version),
          }),
        ),
        valuesAfter: valuesOf,
      }),
  );
  const field = useFields(store);
  const keyField = field('authorKeys', text(keyMessages.label));
  const buildField = field('builds', text(buildMessages.label));
  const authorKeys = useAuthorKeys({ ...keyField, builds: buildField.value });
  const builds = useTrustedBuilds({ ...buildField, keys: keyField.value });
  return (
    <>
      <EditForm store={store} saved={text(messages.saved)}>
        <LinesField {...field('packages', text(messages.packages))} help={text(messages.packagesHelp)} />
        <LinesField
          {...field('publishers', text(messages.publishers))}
          help={text(messages.publishersHelp)}
        />
        <PickField
          {...field('kinds', text(messages.kinds))}
          options={KINDS}
          help={text(messages.kindsHelp)}
        />
        <CheckField {...field('signed', text(messages.signed))} help={text(messages.signedHelp)} />
        {authorKeys.table}
        {builds.table}
        <TextField
          {...field('maxGrowthPercent', text(messages.growth))}
          inputMode="numeric"
          help={text(messages.growthHelp)}
          required
        />
        <LinesField {...field('untrusted', text(messages.untrusted))} help={text(messages.untrustedHelp)} />
        <LinesField
          {...field('untrustedPublishers', text(messages.untrustedPublishers))}
          help={text(messages.untrustedPublishersHelp)}
        />
      </EditForm>
      {authorKeys.dialog}
      {builds.dialog}
    </>
  );
});
