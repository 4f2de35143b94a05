import { CopyField, SelectField, useShell, useStyles, useText } from '@lading/ui';
import { GuideView, guideFor } from '@lading/ui/clients';
import { useState } from 'react';
import { messages } from '../setMeUp/messages.ts';
import css from '../setMeUp/setMeUp.css?inline';
import { SYSTEMS, type System, systemOf } from '../setMeUp/systems.ts';

interface Props {
  readonly repoKey: string;
  readonly packageType: string;
}

/** Steps that publish the first package to a new repository. */
export function FirstSteps({ repoKey, packageType }: Props) {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const [system, setSystem] = useState<System>(() => systemOf(null));
  const [client, setClient] = useState<string>();
  const guide = guideFor(shell, packageType);
  if (!guide) {
    return (
      <>
        <p>{text(messages.unknown, { type: packageType })}</p>
        <CopyField text={`${baseUrl()}/${repoKey}`} what={text(messages.address)} />
      </>
    );
  }
  return (
    <>
      <SelectField
        label={text(messages.system)}
        value={system}
        options={SYSTEMS.map(({ key, label }) => ({ key, label: text(label) }))}
        onChange={setSystem}
      />
      <GuideView
        guide={guide}
        target={{ packageType, repoKey, baseUrl: baseUrl(), canDeploy: true, publishOnly: true, system }}
        client={client}
        onClient={setClient}
      />
    </>
  );
}

/** The URL of all repositories, as this browser reaches them. */
function baseUrl(): string {
  return `${window.location.origin}/artifactory`;
}
