import type { Project, ProjectChange } from '@lading/contract/rest';
import { TextField, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { EditForm, EditPage, editMessages, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { messages } from './messages.ts';
import css from './settings.css?inline';

/** The name and description of the selected project, and the permissions of its administrators. */
export const SettingsPage = observer(function SettingsPage() {
  useStyles(css);
  const { http, project } = useShell();
  const text = useText();
  const { current } = project;
  if (current === undefined) return null;
  const path = `/access/api/v1/projects/${current}`;
  return (
    <EditPage
      id={current}
      heading={text(messages.heading)}
      fetch={(signal) => http.json<Project>(path, { signal })}
      failure={text(messages.notFetched)}
    >
      {(found) =>
        found && (
          <>
            <SettingsForm path={path} project={found} />
            <Facts project={found} />
          </>
        )
      }
    </EditPage>
  );
});

const valuesOf = ({ display_name, description }: Project) => ({ name: display_name, description });

const SettingsForm = observer(function SettingsForm(props: { path: string; project: Project }) {
  const { path } = props;
  const { http, project } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore(valuesOf(props.project), {
        check: ({ name }) => (name.trim() === '' ? { name: { message: editMessages.missing } } : {}),
        save: ({ name, description }) => {
          const body: ProjectChange = { display_name: name.trim(), description };
          return http.json<Project>(path, { method: 'PUT', body });
        },
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

function Facts({ project }: { project: Project }) {
  const text = useText();
  const formats = useFormats();
  const { project_key: key, admin_privileges: may, storage_quota_bytes: quota } = project;
  const yes = (holds: boolean) => text(holds ? messages.yes : messages.no);
  return (
    <section aria-labelledby="project-facts">
      <h2 id="project-facts">{text(messages.facts)}</h2>
      <dl className="project-facts">
        <Fact label={text(messages.key)}>
          <code>{key}</code>
        </Fact>
        <Fact label={text(messages.quota)}>{quota < 0 ? text(messages.noLimit) : formats.size(quota)}</Fact>
        <Fact label={text(messages.manageMembers)}>{yes(may.manage_members)}</Fact>
        <Fact label={text(messages.manageResources)}>{yes(may.manage_resources)}</Fact>
      </dl>
    </section>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
