import type { ShellApi } from '@lading/contract';
import type { ClientToken, RepoKeyType, SetMeUp } from '@lading/contract/rest';
import { CopyField, EmptyState, SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { guideFor } from '../guides/guideFor.ts';
import { ClientSteps } from './ClientSteps.tsx';
import { messages } from './messages.ts';
import { SYSTEMS, systemOf } from './systems.ts';
import { TokenMaker } from './TokenMaker.tsx';

/** Stands where the token goes, until there is one. */
const TO_BE_FILLED = 'YOUR_TOKEN';

/** A repository and a system to choose, both in the address, and what its client is to be told there. */
export const RepositorySetUp = observer(function RepositorySetUp({ data }: { data: SetMeUp }) {
  const { repoKeyTypes, baseUrl } = data;
  const shell = useShell();
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const [tokens, setTokens] = useState<Readonly<Record<string, ClientToken>>>({});
  const readable = repoKeyTypes.filter(({ canRead }) => canRead);
  const chosen =
    readable.find(({ repoKey }) => repoKey === search.get('repo')) ?? offeredFirst(shell, readable);
  if (!chosen) {
    return <EmptyState icon="package" what={text(messages.none)} more={text(messages.noneMore)} />;
  }
  const { repoKey, repoType, canDeploy, isVirtual, isRemote } = chosen;
  const system = systemOf(search.get('system'));
  const change = (changed: Readonly<Record<string, string>>) => {
    const keys = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changed)) keys.set(key, value);
    setSearch(keys, { replace: true });
  };
  const guide = guideFor(shell, repoType);
  const made = tokens[repoKey];
  const user = shell.user.current;
  return (
    <div className="onboarding-panel onboarding-panel--wide">
      <div className="onboarding-choice-row">
        <SelectField
          label={text(messages.repository)}
          value={repoKey}
          options={readable.map((each) => ({
            key: each.repoKey,
            label: text(messages.named, { key: each.repoKey, type: each.repoType }),
          }))}
          onChange={(key) => change({ repo: key })}
        />
        <SelectField
          label={text(messages.system)}
          value={system}
          options={SYSTEMS.map(({ key, label }) => ({ key, label: text(label) }))}
          onChange={(key) => change({ system: key })}
        />
      </div>
      {guide ? (
        <>
          {shell.user.signedIn && (
            <TokenMaker
              key={repoKey}
              repoKey={repoKey}
              made={made}
              onMade={(token) => setTokens({ ...tokens, [repoKey]: token })}
            />
          )}
          <ClientSteps
            guide={guide}
            target={{
              packageType: repoType,
              repoKey,
              repoClass: isVirtual ? 'virtual' : isRemote ? 'remote' : 'local',
              baseUrl,
              user: user?.name ?? 'anonymous',
              token: made?.token ?? TO_BE_FILLED,
              canDeploy,
              system,
            }}
          />
        </>
      ) : (
        <>
          <p>{text(messages.unknown, { type: repoType })}</p>
          <CopyField text={`${baseUrl}/${repoKey}`} what={text(messages.address)} />
        </>
      )}
    </div>
  );
});

/** Where one both reads and publishes, of a type whose client is known. */
function offeredFirst(shell: Shell, readable: readonly RepoKeyType[]): RepoKeyType | undefined {
  const known = readable.filter(({ repoType }) => guideFor(shell, repoType));
  return known.find(({ isVirtual }) => isVirtual) ?? known[0] ?? readable[0];
}

type Shell = Pick<ShellApi, 'contributions' | 'allows'>;
