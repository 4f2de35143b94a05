import type { SetMeUp } from '@lading/contract/rest';
import {
  CopyField,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  SelectField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import css from '../quickSetup/onboarding.css?inline';
import { clientCommands } from './clientCommands.ts';
import { messages } from './messages.ts';

const CALL = '/ui/api/v1/ui/setMeUp';

/** What a client needs to know to work with a repository. Which one stands in the address. */
export function SetMeUpPage() {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const [known] = useState(
    () => new Fetched<SetMeUp | undefined>(undefined, (signal) => http.json<SetMeUp>(CALL, { signal })),
  );
  useEffect(() => () => known.dispose(), [known]);
  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={known} failure={text(messages.failed)}>
        {(data) => data && <Repositories data={data} />}
      </FetchedView>
    </PageFrame>
  );
}

function Repositories({ data: { repoKeyTypes, baseUrl } }: { data: SetMeUp }) {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const readable = repoKeyTypes.filter(({ canRead }) => canRead);
  // Where one both reads and publishes comes first.
  const first = readable.find(({ isVirtual }) => isVirtual) ?? readable[0];
  const chosen = readable.find(({ repoKey }) => repoKey === search.get('repo')) ?? first;
  if (!chosen) {
    return <EmptyState icon="package" what={text(messages.none)} more={text(messages.noneMore)} />;
  }
  const { repoKey, repoType } = chosen;
  const commands = clientCommands(chosen, baseUrl);
  return (
    <div className="onboarding-panel">
      <SelectField
        label={text(messages.repository)}
        value={repoKey}
        options={readable.map((each) => ({
          key: each.repoKey,
          label: text(messages.named, { key: each.repoKey, type: each.repoType }),
        }))}
        onChange={(key) => setSearch({ repo: key }, { replace: true })}
      />
      {commands ? (
        <ul className="onboarding-commands">
          {commands.map(({ why, command }) => (
            <li key={why.id}>
              <p>{text(why)}</p>
              <CopyField text={command} what={text(why)} prompt />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{text(messages.unknown, { type: repoType })}</p>
          <CopyField text={`${baseUrl}/${repoKey}`} what={text(messages.address)} />
        </>
      )}
    </div>
  );
}
