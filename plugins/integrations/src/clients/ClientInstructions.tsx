import type { ClientGuide, ClientTarget } from '@lading/contract';
import type { RepoKeyType } from '@lading/contract/rest';
import { CopyField, Fetched, FetchedView, SelectField, useShell, useText } from '@lading/ui';
import {
  type GeneratedToken,
  GuideView,
  guideFor,
  type LoadedGuide,
  loadGuide,
  TokenGenerator,
} from '@lading/ui/clients';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ClientVendor } from './ClientDialog.tsx';
import { ConnectionCheck } from './ConnectionCheck.tsx';
import { CI_SYSTEMS, CI_TOKEN, scriptOf } from './ciSnippet.ts';
import { editorSettings } from './editorSettings.ts';
import { messages } from './messages.ts';

interface Props {
  readonly vendor: ClientVendor;
  readonly repository: RepoKeyType;
  readonly baseUrl: string;
}

/** The settings and commands for one repository. */
export const ClientInstructions = observer(function ClientInstructions({
  vendor,
  repository,
  baseUrl,
}: Props) {
  const shell = useShell();
  const text = useText();
  const [client, setClient] = useState<string>();
  const [token, setToken] = useState<GeneratedToken>();
  const { repoKey, repoType, canDeploy, isVirtual, isRemote } = repository;
  const guide = guideFor(shell, repoType);
  const repoClass = isVirtual ? 'virtual' : isRemote ? 'remote' : 'local';
  const target = { packageType: repoType, repoKey, repoClass, baseUrl, canDeploy, system: 'linux' } as const;
  if (!guide) {
    return (
      <>
        <p>{text(messages.noGuide, { type: repoType })}</p>
        <CopyField text={`${baseUrl}/${repoKey}`} what={text(messages.address)} />
      </>
    );
  }
  if (vendor.type === 'ci') return <CiInstructions vendor={vendor} guide={guide} target={target} />;
  return (
    <>
      {editorSettings(vendor.name, { type: repoType, key: repoKey, baseUrl }).map(({ where, value }) => (
        <section key={where.id}>
          <h3>{text(messages.settings, { vendor: vendor.label })}</h3>
          <p>{text(where)}</p>
          <CopyField text={value} what={text(messages.setting)} />
        </section>
      ))}
      <p>{text(messages.inTerminal, { vendor: vendor.label })}</p>
      <GuideView guide={guide} target={target} client={client} onClient={setClient} onToken={setToken} />
      <ConnectionCheck vendor={vendor.label} tokenId={token?.tokenId} />
    </>
  );
});

interface CiProps {
  readonly vendor: ClientVendor;
  readonly guide: ClientGuide;
  readonly target: Omit<ClientTarget, 'user' | 'token' | 'client'>;
}

/** Instructions to store a token as a secret, and a pipeline that uses it. */
const CiInstructions = observer(function CiInstructions({ vendor, guide, target }: CiProps) {
  const { user } = useShell();
  const text = useText();
  const [client, setClient] = useState<string>();
  const [token, setToken] = useState<GeneratedToken>();
  const [loaded] = useState(
    () => new Fetched<LoadedGuide | undefined>(undefined, () => loadGuide(guide, target.packageType)),
  );
  useEffect(() => () => loaded.dispose(), [loaded]);
  const system = CI_SYSTEMS[vendor.name];
  if (!system) return null;
  const pipelineOf = ({ steps, clients }: LoadedGuide) => {
    const id = client ?? clients[0]?.id;
    const whole = { ...target, user: user.current?.name ?? '', token: CI_TOKEN };
    return system.pipeline(scriptOf(steps(id === undefined ? whole : { ...whole, client: id })));
  };
  return (
    <FetchedView fetched={loaded} failure={text(messages.failed)}>
      {(found) =>
        found && (
          <>
            <h3>{text(messages.ciSecret)}</h3>
            <TokenGenerator repoKey={target.repoKey} generated={token} onGenerated={setToken} />
            <p>{text(system.secret)}</p>
            {found.clients.length > 1 && (
              <SelectField
                label={text(messages.client)}
                value={client ?? found.clients[0]?.id ?? ''}
                options={found.clients.map(({ id: key, label }) => ({ key, label }))}
                onChange={setClient}
              />
            )}
            <h3>{text(messages.ciSnippet, { file: system.file })}</h3>
            <CopyField text={pipelineOf(found)} what={text(messages.snippet)} />
            <ConnectionCheck vendor={vendor.label} tokenId={token?.tokenId} />
          </>
        )
      }
    </FetchedView>
  );
});
