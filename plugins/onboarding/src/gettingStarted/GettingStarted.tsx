import {
  Button,
  buttonClass,
  CopyField,
  FormFailure,
  Icon,
  SelectField,
  TextField,
  useShell,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CLIENTS } from './clients.ts';
import { GettingStartedStore } from './GettingStartedStore.ts';
import { messages } from './messages.ts';

/** From nothing to a package of one's own. */
export const GettingStarted = observer(function GettingStarted() {
  const shell = useShell();
  const text = useText();
  const [store] = useState(() => new GettingStartedStore(shell));
  useEffect(() => () => store.dispose(), [store]);
  return (
    <section className="onboarding-panel" aria-labelledby="onboarding-start">
      <h2 id="onboarding-start">{text(messages.heading)}</h2>
      {store.repoKey === undefined ? <CreateForm store={store} /> : <Commands store={store} />}
      <div aria-live="polite">{store.repoKey !== undefined && <Outcome store={store} />}</div>
    </section>
  );
});

const CreateForm = observer(function CreateForm({ store }: { store: GettingStartedStore }) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const wrong = { empty: messages.keyEmpty, malformed: messages.keyMalformed };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await store.create())) field.current?.focus();
  };
  return (
    <form noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
      <p>{text(messages.about)}</p>
      {store.failure !== undefined && <FormFailure text={store.failure} />}
      <SelectField
        label={text(messages.what)}
        value={store.client}
        options={CLIENTS.map(({ name, label }) => ({ key: name, label: text(label) }))}
        onChange={(client) => store.choose(client)}
      />
      <TextField
        label={text(messages.key)}
        required
        spellCheck={false}
        autoComplete="off"
        value={store.key}
        onChange={(key) => store.type(key)}
        help={text(messages.keyHelp)}
        error={store.checked && store.wrong ? text(wrong[store.wrong]) : undefined}
        inputRef={field}
      />
      <div className="onboarding-buttons">
        <Button type="submit" kind="main" label={text(messages.create)} busy={store.busy} />
        <Link className={buttonClass('quiet')} to="/packages">
          {text(messages.done)}
        </Link>
      </div>
    </form>
  );
});

const Commands = observer(function Commands({ store }: { store: GettingStartedStore }) {
  const text = useText();
  const { user } = useShell();
  const { repoKey = '', chosen } = store;
  return (
    <>
      <p>{text(messages.created, { key: repoKey })}</p>
      <ol className="onboarding-commands">
        {chosen
          .commands(window.location.origin, repoKey, user.current?.name ?? '')
          .map(({ why, command }) => (
            <li key={why.id}>
              <p>{text(why)}</p>
              <CopyField text={command} what={text(messages.command)} prompt />
            </li>
          ))}
      </ol>
    </>
  );
});

const Outcome = observer(function Outcome({ store }: { store: GettingStartedStore }) {
  const text = useText();
  const { arrived, lookFailure } = store;
  if (!arrived) {
    return (
      <p className="onboarding-waiting">
        {lookFailure === undefined
          ? text(messages.waiting)
          : text(messages.lookFailed, { cause: lookFailure })}
      </p>
    );
  }
  return (
    <div className="onboarding-arrived">
      <Icon name="checkCircle" size={24} />
      <p className="ld-state__what">{text(messages.arrived, { name: arrived.name })}</p>
      <p>{text(messages.arrivedMore)}</p>
      <div className="onboarding-buttons">
        {arrived.page !== undefined && (
          <Link className={buttonClass('main')} to={arrived.page}>
            {text(messages.show)}
          </Link>
        )}
        <Link className={buttonClass('plain')} to="/packages">
          {text(messages.packages)}
        </Link>
      </div>
    </div>
  );
});
