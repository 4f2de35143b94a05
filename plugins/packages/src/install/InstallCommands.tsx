import type { VersionRepository } from '@lading/contract/rest';
import { CopyField, Fetched, Skeleton, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import css from './install.css?inline';
import { installCommand } from './installCommands.ts';
import { fetchInstallSources } from './installSources.ts';
import { messages } from './messages.ts';

interface Props {
  readonly type: string;
  readonly name: string;
  /** Without it the newest is installed. */
  readonly version?: string;
  /** Where the version is. */
  readonly held: readonly VersionRepository[];
}

/** How it is installed: its newest version, and the one that is named. Nothing where its type has no command. */
export const InstallCommands = observer(function InstallCommands(props: Props) {
  useStyles(css);
  const { type, name, version, held } = props;
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [keys] = useSearchParams();
  const holders = useMemo(() => held.map((repo) => repo.name), [held]);
  const sources = useMemo(
    () => new Fetched<readonly string[]>(holders, (signal) => fetchInstallSources(http, type, held, signal)),
    [http, type, held, holders],
  );
  useEffect(() => {
    void sources.need();
    return () => sources.dispose();
  }, [sources]);

  const asked = keys.get('from');
  const from = sources.value.find((key) => key === asked) ?? sources.value[0];
  const path = held[0]?.leadFilePath;
  if (from === undefined) return null;
  const newest = installCommand({ type, name, repoKey: from, path });
  const exact =
    version === undefined ? undefined : installCommand({ type, name, version, repoKey: from, path });
  if (newest === undefined) return null;

  const choose = (repoKey: string) => {
    const changed = new URLSearchParams(keys);
    changed.set('from', repoKey);
    void navigate({ search: `?${changed}` }, { replace: true });
  };
  const both = exact !== undefined && exact !== newest;
  return (
    <section className="packages-install">
      <h2>{text(messages.install)}</h2>
      {both && (
        <Command
          label={text(messages.thisVersion)}
          command={sources.settled ? exact : undefined}
          what={text(messages.versionCommand)}
        />
      )}
      <Command
        label={both ? text(messages.newest) : undefined}
        command={sources.settled ? newest : undefined}
        what={text(messages.newestCommand)}
      />
      {sources.value.length > 1 && (
        <label className="packages-install__from">
          <span className="ld-soft">{text(messages.from)}</span>
          <select value={from} onChange={(event) => choose(event.target.value)}>
            {sources.value.map((repoKey) => (
              <option key={repoKey}>{repoKey}</option>
            ))}
          </select>
        </label>
      )}
    </section>
  );
});

/** Without `command` it is on its way. */
function Command(props: { label: string | undefined; command: string | undefined; what: string }) {
  const { label, command, what } = props;
  return (
    <div>
      {label && <p className="ld-soft">{label}</p>}
      {command === undefined ? (
        <Skeleton width="100%" height="54px" />
      ) : (
        <CopyField text={command} what={what} prompt />
      )}
    </div>
  );
}
