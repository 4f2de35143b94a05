import { Button, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import { type Missing, PURPOSES, type Purpose, ROLES, type Role, STEPS } from './answers.ts';
import { Choices } from './Choices.tsx';
import { featureNames, messages, missingTexts, purposeNames, roleNames, stepTitles } from './messages.ts';
import type { PersonalizationStore } from './PersonalizationStore.ts';

/** Questions about the use of the platform, one step at a time. */
export const Personalization = observer(function Personalization({ store }: { store: PersonalizationStore }) {
  const text = useText();
  const { notifications } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  const { current } = store;

  // Moves the focus to the new step for keyboard and screen reader users.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step moves the focus
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [current]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sends = current === 'desiredFeatures';
    if ((await store.next()) && sends) notifications.success(text(messages.sent));
  };
  const number = STEPS.indexOf(current) + 1;
  const forward = { init: messages.begin, desiredFeatures: messages.send, purpose: null, details: null };
  return (
    <form
      className="onboarding-panel"
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      <p className="ld-soft">{text(messages.progress, { number, count: STEPS.length })}</p>
      <h2 ref={heading} tabIndex={-1}>
        {text(stepTitles[current])}
      </h2>
      {store.failure !== undefined && <FormFailure text={store.failure} />}
      <StepFields store={store} />
      <div className="onboarding-buttons">
        <Button type="submit" kind="main" label={text(forward[current] ?? messages.next)} busy={store.busy} />
        {current !== 'init' && <Button label={text(messages.back)} onClick={() => store.back()} />}
        <Button kind="quiet" label={text(messages.hide)} onClick={() => void store.hide()} />
      </div>
    </form>
  );
});

const StepFields = observer(function StepFields({ store }: { store: PersonalizationStore }) {
  const text = useText();
  const { purpose, details, desiredFeatures } = store.answers;
  const missing = (name: Missing) =>
    store.checked && store.missing.includes(name) ? text(missingTexts[name]) : undefined;
  switch (store.current) {
    case 'init':
      return (
        <>
          <p>{text(messages.about)}</p>
          <p>
            <Button
              label={text(messages.artifactoryOnly)}
              title={text(messages.artifactoryOnlyMore)}
              onClick={() => void store.artifactoryOnly()}
            />
          </p>
        </>
      );
    case 'purpose':
      return (
        <Choices<Purpose>
          legend={text(stepTitles.purpose)}
          single
          names={purposeNames}
          chosen={PURPOSES.filter((each) => each === purpose.purpose)}
          onChange={([chosen]) => chosen && store.answer('purpose', { purpose: chosen })}
          error={missing('purpose')}
        />
      );
    case 'details':
      return (
        <>
          {purpose.purpose === 'Commercial' ? (
            <TextField
              label={text(messages.company)}
              required
              autoComplete="organization"
              value={details.companyName}
              onChange={(companyName) => store.answer('details', { companyName })}
              error={missing('companyName')}
            />
          ) : (
            <TextField
              label={text(messages.ossProject)}
              value={details.ossProjectName}
              onChange={(ossProjectName) => store.answer('details', { ossProjectName })}
            />
          )}
          <Choices<Role>
            legend={text(stepTitles.details)}
            single
            names={roleNames}
            chosen={ROLES.filter((each) => each === details.role)}
            onChange={([role]) => role && store.answer('details', { role })}
            error={missing('role')}
          />
          {details.role === 'Other' && (
            <TextField
              label={text(messages.otherRole)}
              required
              value={details.otherRole}
              onChange={(otherRole) => store.answer('details', { otherRole })}
              error={missing('otherRole')}
            />
          )}
        </>
      );
    case 'desiredFeatures':
      return (
        <Choices
          legend={text(stepTitles.desiredFeatures)}
          names={featureNames}
          chosen={desiredFeatures.features}
          onChange={(features) => store.answer('desiredFeatures', { features })}
          error={missing('features')}
        />
      );
  }
});
