import {
  Button,
  buttonClass,
  Fetched,
  FetchedView,
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
import { FirstSteps } from './FirstSteps.tsx';
import { GettingStartedStore } from './GettingStartedStore.ts';
import { fetchPackageTypes, type PackageType } from './gettingStartedApi.ts';
import { messages } from './messages.ts';

/** Requirement of the Set Me Up page. */
const SET_ME_UP = { features: ['COMMON.NEW_SET_ME_UP'] };

/** Guides an administrator from an empty instance to the first package. */
export const GettingStarted = observer(function GettingStarted() {
  const { http } = useShell();
  const text = useText();
  const [types] = useState(
    () => new Fetched<readonly PackageType[]>([], (signal) => fetchPackageTypes(http, signal)),
  );
  useEffect(() => () => types.dispose(), [types]);
  return (
    <section className="onboarding-panel" aria-labelledby="onboarding-start">
      <h2 id="onboarding-start">{text(messages.heading)}</h2>
      <FetchedView fetched={types} failure={text(messages.typesFailed)}>
        {(known) => <Started types={known} />}
      </FetchedView>
    </section>
  );
});

const Started = observer(function Started({ types }: { types: readonly PackageType[] }) {
  const shell = useShell();
  const text = useText();
  const [store] = useState(() => new GettingStartedStore(shell, types[0]?.type ?? ''));
  useEffect(() => () => store.dispose(), [store]);
  const { repoKey, packageType } = store;
  if (repoKey === undefined) return <CreateForm store={store} types={types} />;
  return (
    <>
      <p className="onboarding-made">{text(messages.created, { key: repoKey })}</p>
      <FirstSteps repoKey={repoKey} packageType={packageType} />
      <div aria-live="polite">
        <Outcome store={store} />
      </div>
    </>
  );
});

const CreateForm = observer(function CreateForm(props: {
  store: GettingStartedStore;
  types: readonly PackageType[];
}) {
  const { store, types } = props;
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
        value={store.packageType}
        options={types.map(({ type: key, displayName: label }) => ({ key, label }))}
        onChange={(packageType) => store.choose(packageType)}
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

const Outcome = observer(function Outcome({ store }: { store: GettingStartedStore }) {
  const text = useText();
  const shell = useShell();
  const { arrived, lookFailure, repoKey = '' } = store;
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
        <Link className={buttonClass('main')} to={arrived.page}>
          {text(messages.show)}
        </Link>
        <Link className={buttonClass('plain')} to="/packages">
          {text(messages.packages)}
        </Link>
        {shell.allows(SET_ME_UP) && (
          <Link className={buttonClass('quiet')} to={`/set-me-up?repo=${encodeURIComponent(repoKey)}`}>
            {text(messages.setUp)}
          </Link>
        )}
      </div>
    </div>
  );
});
