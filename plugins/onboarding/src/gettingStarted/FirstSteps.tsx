import type { ClientGuide } from '@lading/contract';
import type { ClientToken } from '@lading/contract/rest';
import { CopyField, Fetched, FetchedView, SelectField, useShell, useStyles, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { guideFor } from '../guides/guideFor.ts';
import { messages } from '../setMeUp/messages.ts';
import css from '../setMeUp/setMeUp.css?inline';
import { SYSTEMS, type System, systemOf } from '../setMeUp/systems.ts';
import { TokenMaker } from '../setMeUp/TokenMaker.tsx';

/** Stands where the token goes, until there is one. */
const TO_BE_FILLED = 'YOUR_TOKEN';

interface Props {
  readonly repoKey: string;
  readonly packageType: string;
}

/** What the type's client takes to put a first package into a new repository. */
export function FirstSteps({ repoKey, packageType }: Props) {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const guide = guideFor(shell, packageType);
  if (guide) return <StepsOf guide={guide} repoKey={repoKey} packageType={packageType} />;
  return (
    <>
      <p>{text(messages.unknown, { type: packageType })}</p>
      <CopyField text={`${baseUrl()}/${repoKey}`} what={text(messages.address)} />
    </>
  );
}

function StepsOf({ guide, repoKey, packageType }: Props & { guide: ClientGuide }) {
  const { user } = useShell();
  const text = useText();
  const [system, setSystem] = useState<System>(() => systemOf(null));
  const [made, setMade] = useState<ClientToken>();
  const [steps] = useState(
    () => new Fetched<Awaited<ReturnType<ClientGuide['steps']>> | undefined>(undefined, () => guide.steps()),
  );
  useEffect(() => () => steps.dispose(), [steps]);
  const target = {
    packageType,
    repoKey,
    baseUrl: baseUrl(),
    user: user.current?.name ?? '',
    token: made?.token ?? TO_BE_FILLED,
    canDeploy: true,
    publishOnly: true,
    system,
  };
  return (
    <FetchedView fetched={steps} failure={text(messages.stepsFailed)}>
      {(tell) => {
        const told = tell?.(target) ?? [];
        const carriesToken = told.some(({ command }) => command.includes(target.token));
        return (
          <>
            <SelectField
              label={text(messages.system)}
              value={system}
              options={SYSTEMS.map(({ key, label }) => ({ key, label: text(label) }))}
              onChange={setSystem}
            />
            {carriesToken && <TokenMaker repoKey={repoKey} made={made} onMade={setMade} />}
            <ol className="onboarding-commands">
              {told.map(({ why, command, file }) => (
                <li key={why.id}>
                  <p>{text(why)}</p>
                  {file !== undefined && <p className="ld-soft ld-mono">{file}</p>}
                  <CopyField text={command} what={text(why)} prompt={file === undefined} />
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </FetchedView>
  );
}

/** Of all repositories, as this browser reaches them. */
function baseUrl(): string {
  return `${window.location.origin}/artifactory`;
}
