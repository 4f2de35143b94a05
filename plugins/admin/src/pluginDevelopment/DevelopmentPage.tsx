import type { PluginDevelopment } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import {
  basedOn,
  CheckField,
  EditForm,
  EditPage,
  type FieldErrors,
  FormStore,
  fetchVersioned,
  inSequence,
  LinesField,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { PLUGINS } from '../paths.ts';
import { title as pluginsTitle } from '../plugins/title.ts';
import { messages } from './messages.ts';
import { title } from './title.ts';

const CALL = '/ui/api/v1/lading/plugins/development';

/** Settings for users who can use development overrides of plugins. */
export function DevelopmentPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(title)}
      fetch={(signal) => fetchVersioned<PluginDevelopment>(http, CALL, { signal })}
      failure={text(messages.failed)}
      about={<p className="ld-soft">{text(messages.about)}</p>}
    >
      {(opened) => opened && <DevelopmentForm opened={opened} />}
    </EditPage>
  );
}

const DevelopmentForm = observer(function DevelopmentForm(props: {
  readonly opened: Versioned<PluginDevelopment>;
}) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<PluginDevelopment, PluginDevelopment>(props.opened.value, {
        check,
        save: inSequence(props.opened.version, (version, body: PluginDevelopment) =>
          fetchVersioned<PluginDevelopment>(http, CALL, { method: 'PUT', body, ...basedOn(version) }),
        ),
        valuesAfter: (saved) => saved,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm store={store} saved={text(messages.saved)}>
      <CheckField {...field('allowed', text(messages.allowed))} help={text(messages.allowedHelp)} />
      <LinesField {...field('users', text(messages.users))} help={text(messages.usersHelp)} />
      <LinesField {...field('groups', text(messages.groups))} help={text(messages.groupsHelp)} />
      <LinesField {...field('origins', text(messages.origins))} help={text(messages.originsHelp)} />
    </EditForm>
  );
});

/** Finds values that the platform would reject, before the request is sent. */
function check({ users, groups, origins }: PluginDevelopment): FieldErrors<PluginDevelopment> {
  const spaced = (entries: readonly string[]) => entries.find((entry) => /\s/.test(entry));
  const other = origins.find(
    (entry) => !/^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9]\d{0,4})?$/.test(entry),
  );
  const wrong = [
    ['users', messages.badName, spaced(users)],
    ['groups', messages.badName, spaced(groups)],
    ['origins', messages.badOrigin, other],
  ] as const;
  return Object.fromEntries(
    wrong.flatMap(([name, message, entry]) =>
      entry === undefined ? [] : [[name, { message, values: { entry } }]],
    ),
  );
}
