import { CONTRIBUTION_KINDS } from '@lading/contract';
import type { PluginPolicy } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import {
  EditForm,
  EditPage,
  type FieldErrors,
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
import { title } from './title.ts';

const CALL = '/ui/api/v1/lading/plugins/policy';
/** Known to every console, so that nothing is loaded. */
const KINDS: Options = {
  value: [...CONTRIBUTION_KINDS, 'backends'],
  status: 'there',
  error: undefined,
  need: async () => {},
};

/** As the form shows it: a platform without untrusted plugins has empty lists. */
type Policy = Required<PluginPolicy>;

/** Which plugins can be turned on, and which run in frames. */
export function PolicyPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(title)}
      fetch={async (signal): Promise<Policy> => withLists(await http.json<PluginPolicy>(CALL, { signal }))}
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

const withLists = (policy: PluginPolicy): Policy => ({ untrusted: [], untrustedPublishers: [], ...policy });

const PolicyForm = observer(function PolicyForm({ policy }: { readonly policy: Policy }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<Policy, Policy>(policy, {
        check,
        save: async (values) =>
          withLists(await http.json<PluginPolicy>(CALL, { method: 'PUT', body: values })),
        valuesAfter: (saved) => saved,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} saved={text(messages.saved)}>
      <LinesField {...field('packages', text(messages.packages))} help={text(messages.packagesHelp)} />
      <LinesField {...field('publishers', text(messages.publishers))} help={text(messages.publishersHelp)} />
      <PickField {...field('kinds', text(messages.kinds))} options={KINDS} help={text(messages.kindsHelp)} />
      <LinesField {...field('untrusted', text(messages.untrusted))} help={text(messages.untrustedHelp)} />
      <LinesField
        {...field('untrustedPublishers', text(messages.untrustedPublishers))}
        help={text(messages.untrustedPublishersHelp)}
      />
    </EditForm>
  );
});

/** Finds values that the platform would reject, before the request is sent. */
function check(policy: Policy): FieldErrors<Policy> {
  const isPackage = /^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._-]*)$/;
  const errors: FieldErrors<Policy> = {};
  for (const field of ['packages', 'untrusted'] as const) {
    const entry = policy[field].find((each) => !isPackage.test(each));
    if (entry !== undefined) errors[field] = { message: messages.badPackage, values: { entry } };
  }
  for (const field of ['publishers', 'untrustedPublishers'] as const) {
    const entry = policy[field].find((each) => /\s/.test(each));
    if (entry !== undefined) errors[field] = { message: messages.badPublisher, values: { entry } };
  }
  return errors;
}
