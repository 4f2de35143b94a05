import type { ShellApi } from '@lading/contract';
import type { RepoKeyType, SetMeUp } from '@lading/contract/rest';
import { CopyField, EmptyState, SelectField, useShell, useText } from '@lading/ui';
import { GuideView, guideFor } from '@lading/ui/clients';
import { observer } from 'mobx-react-lite';
import { useSearchParams } from 'react-router-dom';
import { messages } from './messages.ts';
import { SYSTEMS, systemOf } from './systems.ts';

/**
 * Selection of repository, client, and operating system, all in the URL, and the steps for them.
 */
export const RepositorySetUp = observer(function RepositorySetUp({ data }: { data: SetMeUp }) {
  const { repoKeyTypes, baseUrl } = data;
  const shell = useShell();
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const readable = repoKeyTypes.filter(({ canRead }) => canRead);
  const chosen =
    readable.find(({ repoKey }) => repoKey === search.get('repo')) ?? defaultRepository(shell, readable);
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
        <GuideView
          guide={guide}
          target={{
            packageType: repoType,
            repoKey,
            repoClass: isVirtual ? 'virtual' : isRemote ? 'remote' : 'local',
            baseUrl,
            canDeploy,
            system,
          }}
          client={search.get('client') ?? undefined}
          onClient={(client) => change({ client })}
        />
      ) : (
        <>
          <p>{text(messages.unknown, { type: repoType })}</p>
          <CopyField text={`${baseUrl}/${repoKey}`} what={text(messages.address)} />
        </>
      )}
    </div>
  );
});

/**
 * Returns the default repository: preferably one for both reading and publishing, of a type with a
 * known client.
 */
function defaultRepository(shell: Shell, readable: readonly RepoKeyType[]): RepoKeyType | undefined {
  const known = readable.filter(({ repoType }) => guideFor(shell, repoType));
  return known.find(({ isVirtual }) => isVirtual) ?? known[0] ?? readable[0];
}

type Shell = Pick<ShellApi, 'contributions' | 'allows'>;
