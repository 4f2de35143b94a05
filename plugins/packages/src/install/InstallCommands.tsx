import type { VersionRepository } from '@lading/contract/rest';
import { CopyField, Fetched, Skeleton, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { formatOf } from '../types/packageTypes.ts';
import css from './install.css?inline';
import { installCommand, setUpCommand } from './installCommands.ts';
import { fetchInstallSources } from './installSources.ts';
import { messages } from './messages.ts';
import { useSystem } from './useSystem.tsx';

interface Props {
  readonly type: string;
  readonly name: string;
  /** Without it the newest is installed. */
  readonly version?: string;
  /** Which one is the newest. */
  readonly newest?: string | undefined;
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
  const [system, choice] = useSystem();
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
  const newest = installCommand({ type, name, newest: props.newest, repoKey: from, path, system });
  const exact =
    version === undefined ? undefined : installCommand({ type, name, version, repoKey: from, path, system });
  const only = newest ?? exact;
  if (only === undefined) return null;

  const choose = (repoKey: string) => {
    const changed = new URLSearchParams(keys);
    changed.set('from', repoKey);
    void navigate({ search: `?${changed}` }, { replace: true });
  };
  const setUp = setUpCommand(type, from, system);
  const format = formatOf(type);
  const guided = format?.cli !== undefined;
  const prompt = format?.snippet !== true;
  const both = exact !== undefined && newest !== undefined && exact !== newest;
  return (
    <section className="packages-install">
      <h2>{text(messages.install)}</h2>
      {both && (
        <Command
          label={text(messages.thisVersion)}
          prompt={prompt}
          command={sources.settled ? exact : undefined}
          what={text(messages.versionCommand)}
        />
      )}
      <Command
        label={both ? text(messages.newest) : undefined}
        prompt={prompt}
        command={sources.settled ? only : undefined}
        what={text(newest === undefined ? messages.versionCommand : messages.newestCommand)}
      />
      {prompt && choice}
      {sources.settled && setUp !== undefined && (
        <details className="packages-install__setup">
          <summary>{text(messages.setUp)}</summary>
          <CopyField text={setUp} what={text(messages.setUpCommand)} prompt />
        </details>
      )}
      {guided && setUp === undefined && <p className="ld-soft">{text(messages.notHere)}</p>}
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
function Command(props: {
  label: string | undefined;
  command: string | undefined;
  what: string;
  prompt: boolean;
}) {
  const { label, command, what, prompt } = props;
  return (
    <div>
      {label && <p className="ld-soft">{label}</p>}
      {command === undefined ? (
        <Skeleton width="100%" height="54px" />
      ) : (
        <CopyField text={command} what={what} prompt={prompt} />
      )}
    </div>
  );
}
