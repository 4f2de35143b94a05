import type { Project, ProjectChange } from '@lading/contract/rest';
import { TextField, useFormats, useShell, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import {
  basedOn,
  EditForm,
  EditPage,
  editMessages,
  FormStore,
  fetchVersioned,
  inSequence,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from './messages.ts';

/**
 * Edits the name and description of the selected project, and the permissions of its
 * administrators.
 */
export const SettingsPage = observer(function SettingsPage() {
  const { http, project } = useShell();
  const text = useText();
  const { current } = project;
  if (current === undefined) return null;
  const path = `/access/api/v1/projects/${current}`;
  return (
    <EditPage
      id={current}
      heading={text(messages.heading)}
      fetch={(signal) => fetchVersioned<Project>(http, path, { signal })}
      failure={text(messages.notFetched)}
    >
      {(found) =>
        found && (
          <>
            <SettingsForm path={path} found={found} />
            <ProjectFacts project={found.value} />
          </>
        )
      }
    </EditPage>
  );
});

const valuesOf = ({ display_name, description }: Project) => ({ name: display_name, description });

type SettingsValues = ReturnType<typeof valuesOf>;

const SettingsForm = observer(function SettingsForm(props: { path: string; found: Versioned<Project> }) {
  const { path, found } = props;
  const { http, project } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(valuesOf(found.value), {
        check: ({ name }) => (name.trim() === '' ? { name: { message: editMessages.missing } } : {}),
        save: inSequence(found.version, (version, { name, description }: SettingsValues) => {
          const body: ProjectChange = { display_name: name.trim(), description };
          return fetchVersioned<Project>(http, path, { method: 'PUT', body, ...basedOn(version) });
        }),
        valuesAfter: valuesOf,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm
      store={store}
      disabled={!store.dirty}
      saved={text(messages.saved)}
      onSaved={() => project.changed()}
    >
      <TextField {...field('name', text(messages.name))} required maxLength={200} />
      <TextField
        {...field('description', text(messages.description))}
        maxLength={2000}
        help={text(messages.descriptionHelp)}
      />
    </EditForm>
  );
});

function ProjectFacts({ project }: { project: Project }) {
  const text = useText();
  const formats = useFormats();
  const { project_key: key, admin_privileges: may, storage_quota_bytes: quota } = project;
  const yes = (holds: boolean) => text(holds ? messages.yes : messages.no);
  return (
    <section aria-labelledby="project-facts">
      <h2 id="project-facts">{text(messages.facts)}</h2>
      <Facts
        facts={[
          [text(messages.key), <code key="key">{key}</code>],
          [text(messages.quota), quota < 0 ? text(messages.noLimit) : formats.size(quota)],
          [text(messages.manageMembers), yes(may.manage_members)],
          [text(messages.manageResources), yes(may.manage_resources)],
        ]}
      />
    </section>
  );
}
