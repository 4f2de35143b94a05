import {
  Button,
  ErrorState,
  FormFailure,
  PageFrame,
  Skeleton,
  TextField,
  useFormats,
  useLate,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { SettingsStore } from './SettingsStore.ts';
import css from './settings.css?inline';

/** The selected project: what it is called, and what its administrators may do. */
export const SettingsPage = observer(function SettingsPage() {
  const { current } = useShell().project;
  // Another project is another form.
  return current === undefined ? null : <Settings key={current} project={current} />;
});

const Settings = observer(function Settings(props: { project: string }) {
  useStyles(css);
  const { http, navigation, notifications, project } = useShell();
  const text = useText();
  const late = useLate();
  const [store] = useState(() => new SettingsStore(http, props.project));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const controller = new AbortController();
    void store.fetch(controller.signal);
    return () => controller.abort();
  }, [store]);
  useEffect(
    () => navigation.block(() => (store.dirty ? text(messages.unsaved) : undefined)),
    [navigation, store, text],
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.save()) {
      notifications.success(text(messages.saved));
      project.changed();
    } else if (store.nameMissing) field.current?.focus();
  };
  return (
    <PageFrame heading={text(messages.heading)}>
      {store.failure !== undefined && (
        <ErrorState
          what={text(messages.notFetched)}
          cause={store.failure}
          onRetry={() => void store.fetch()}
        />
      )}
      {!store.project && store.failure === undefined && late && <Skeleton width="40%" />}
      {store.project && (
        <>
          <form
            className="project-form"
            noValidate
            aria-busy={store.busy}
            onSubmit={(event) => void submit(event)}
          >
            {store.refusal !== undefined && <FormFailure text={store.refusal} />}
            <TextField
              label={text(messages.name)}
              required
              maxLength={200}
              value={store.name}
              onChange={(value) => store.type('name', value)}
              onBlur={() => store.check()}
              error={store.nameMissing ? text(messages.nameMissing) : undefined}
              inputRef={field}
            />
            <TextField
              label={text(messages.description)}
              maxLength={2000}
              value={store.description}
              onChange={(value) => store.type('description', value)}
              help={text(messages.descriptionHelp)}
            />
            <div>
              <Button
                type="submit"
                kind="main"
                label={text(messages.save)}
                busy={store.busy}
                disabled={!store.dirty}
              />
            </div>
          </form>
          <Facts store={store} />
        </>
      )}
    </PageFrame>
  );
});

const Facts = observer(function Facts({ store }: { store: SettingsStore }) {
  const text = useText();
  const formats = useFormats();
  if (!store.project) return null;
  const { project_key: key, admin_privileges: may, storage_quota_bytes: quota } = store.project;
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
});

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
