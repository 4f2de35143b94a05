import type { Project } from '@lading/contract/rest';
import { buttonClass, TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  EditPage,
  FormStore,
  editMessages as formMessages,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { messages } from './messages.ts';
import { PROJECTS, projectMembersPath } from './paths.ts';
import { changeProject, createProject, deleteProject, fetchProject } from './projectsApi.ts';
import { changeOf, checkProject, NEW_PROJECT, projectFieldOf, valuesOf } from './projectValues.ts';

/** Creates a project or edits an existing one, with its quota. */
export function ProjectPage() {
  const { key } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.title), to: PROJECTS }]}
      heading={key ?? text(messages.create)}
      id={key}
      fetch={key === undefined ? undefined : (signal) => fetchProject(http, key, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) => (
        <>
          {loaded && (
            <p>
              <Link className={buttonClass('plain')} to={projectMembersPath(loaded.value.project_key)}>
                {text(messages.members)}
              </Link>
            </p>
          )}
          <ProjectForm loaded={loaded} />
        </>
      )}
    </EditPage>
  );
}

const ProjectForm = observer(function ProjectForm({ loaded }: { loaded: Versioned<Project> | undefined }) {
  const found = loaded?.value;
  const { http, project } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [store] = useState(
    () =>
      new FormStore(found ? valuesOf(found) : NEW_PROJECT, {
        check: checkProject,
        save: async (values) =>
          found
            ? changeProject(http, found.project_key, changeOf(values), loaded?.version)
            : createProject(http, { project_key: values.key.trim(), ...changeOf(values) }),
        fieldOf: projectFieldOf,
      }),
  );
  const field = useFields(store);
  const name = store.values.name.trim();
  const key = store.values.key.trim();
  const remove = useDelete({
    name,
    back: PROJECTS,
    consequence: () => text(messages.deleteProject),
    remove: () => deleteProject(http, key),
    onRemoved: () => {
      store.markSaved();
      project.changed();
    },
  });
  return (
    <EditForm
      store={store}
      verb={text(found ? formMessages.save : messages.verb)}
      cancel={PROJECTS}
      saved={text(found ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => {
        project.changed();
        void navigate(found ? PROJECTS : projectMembersPath(key));
      }}
      {...(found ? { onDelete: () => void remove() } : {})}
    >
      <TextField {...field('name', text(messages.name))} required maxLength={200} />
      {!found && (
        <TextField
          {...field('key', text(messages.key))}
          required
          autoComplete="off"
          spellCheck={false}
          help={text(messages.keyHelp)}
        />
      )}
      <TextField {...field('description', text(messages.description))} maxLength={2000} />
      <TextField {...field('quota', text(messages.quota))} help={text(messages.quotaHelp)} />
      <h2>{text(messages.privileges)}</h2>
      <CheckField {...field('manageMembers', text(messages.manageMembers))} />
      <CheckField {...field('manageResources', text(messages.manageResources))} />
    </EditForm>
  );
});
