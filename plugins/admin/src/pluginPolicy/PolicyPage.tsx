import { CONTRIBUTION_KINDS } from '@lading/contract';
import type { PluginPolicy } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  EditPage,
  FormStore,
  LinesField,
  type Options,
  PickField,
  useFields,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { PLUGINS } from '../paths.ts';
import { title as pluginsTitle } from '../plugins/title.ts';
import { messages } from './messages.ts';
import { check, type PolicyValues, policyOf, valuesOf } from './policyValues.ts';
import { title } from './title.ts';

const CALL = '/ui/api/v1/lading/plugins/policy';
/** Known to every console, so that nothing is loaded. */
const KINDS: Options = {
  value: [...CONTRIBUTION_KINDS, 'backends'],
  status: 'there',
  error: undefined,
  need: async () => {},
};

/** Which plugins can be turned on, and which run in frames. */
export function PolicyPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(title)}
      fetch={async (signal) => valuesOf(await http.json<PluginPolicy>(CALL, { signal }))}
      failure={text(messages.failed)}
      about={
        <>
          <p className="ld-soft">{text(messages.about)}</p>
          <p className="ld-soft">{text(messages.publishing)}</p>
        </>
      }
    >
      {(policy) => policy && <PolicyForm policy={policy} />}
    </EditPage>
  );
}

const PolicyForm = observer(function PolicyForm({ policy }: { readonly policy: PolicyValues }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<PolicyValues, PolicyValues>(policy, {
        check,
        save: async (values) =>
          valuesOf(await http.json<PluginPolicy>(CALL, { method: 'PUT', body: policyOf(values) })),
        valuesAfter: (saved) => saved,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} saved={text(messages.saved)}>
      <LinesField {...field('packages', text(messages.packages))} help={text(messages.packagesHelp)} />
      <LinesField {...field('publishers', text(messages.publishers))} help={text(messages.publishersHelp)} />
      <PickField {...field('kinds', text(messages.kinds))} options={KINDS} help={text(messages.kindsHelp)} />
      <CheckField {...field('signed', text(messages.signed))} help={text(messages.signedHelp)} />
      <LinesField {...field('authorKeys', text(messages.authorKeys))} help={text(messages.authorKeysHelp)} />
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
  );
});
