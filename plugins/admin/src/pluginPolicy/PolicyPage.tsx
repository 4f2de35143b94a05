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

/** Which plugins can be turned on. */
export function PolicyPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(title)}
      fetch={(signal) => http.json<PluginPolicy>(CALL, { signal })}
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

const PolicyForm = observer(function PolicyForm({ policy }: { readonly policy: PluginPolicy }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<PluginPolicy, PluginPolicy>(policy, {
        check,
        save: (values) => http.json<PluginPolicy>(CALL, { method: 'PUT', body: values }),
        valuesAfter: (saved) => saved,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} saved={text(messages.saved)}>
      <LinesField {...field('packages', text(messages.packages))} help={text(messages.packagesHelp)} />
      <LinesField {...field('publishers', text(messages.publishers))} help={text(messages.publishersHelp)} />
      <PickField {...field('kinds', text(messages.kinds))} options={KINDS} help={text(messages.kindsHelp)} />
    </EditForm>
  );
});

/** Finds values that the platform would reject, before the request is sent. */
function check({ packages, publishers }: PluginPolicy): FieldErrors<PluginPolicy> {
  const isPackage = /^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._-]*)$/;
  const noPackage = packages.find((entry) => !isPackage.test(entry));
  const noUser = publishers.find((entry) => /\s/.test(entry));
  return {
    ...(noPackage === undefined
      ? {}
      : { packages: { message: messages.badPackage, values: { entry: noPackage } } }),
    ...(noUser === undefined
      ? {}
      : { publishers: { message: messages.badPublisher, values: { entry: noUser } } }),
  };
}
