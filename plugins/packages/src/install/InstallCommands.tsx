import type { VersionRepository } from '@lading/contract/rest';
import { Fetched, Lazy, SelectField, Skeleton, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { formatOf } from '../types/packageTypes.ts';
import { platformAddress } from './addresses.ts';
import type { ClientSetUpProps } from './ClientSetUp.tsx';
import { ClientTabs } from './ClientTabs.tsx';
import css from './install.css?inline';
import { fetchInstallSources } from './installSources.ts';
import { messages } from './messages.ts';
import { useSystem } from './useSystem.tsx';

interface Props {
  readonly type: string;
  readonly name: string;
  /** If absent, the newest version. */
  readonly version?: string;
  /** The newest version. */
  readonly newest?: string | undefined;
  /** The repositories that contain the version. */
  readonly held: readonly VersionRepository[];
  /** Called when the commands are shown, or if there are none. */
  readonly onReady?: () => void;
}

/** Requirement of the Set Me Up page. */
const SET_ME_UP = { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] } as const;
/** For types without guides. */
const loadPlain = () => import('../rareParts.ts').then(({ PlainInstall }) => PlainInstall);
const load = () => import('./guided.ts').then(({ ClientSetUp }) => ClientSetUp);

/** Shows how to install the package. Users select the repository, the client, and the system. */
export const InstallCommands = observer(function InstallCommands(props: Props) {
  useStyles(css);
  const { type, name, version, held, onReady } = props;
  const shell = useShell();
  const { http, storage } = shell;
  const text = useText();
  const navigate = useNavigate();
  const [keys] = useSearchParams();
  const [system, choice] = useSystem();
  const format = formatOf(type);
  const clients = format?.clients ?? [];
  const kept = `client.${format?.type}`;
  const [chosen, setChosen] = useState(() => storage.get(kept));
  const client = clients.find(({ id }) => id === chosen) ?? clients[0];
  const holders = useMemo(() => held.map((repo) => repo.name), [held]);
  const sources = useMemo(
    () => new Fetched<readonly string[]>(holders, (signal) => fetchInstallSources(http, type, held, signal)),
    [http, type, held, holders],
  );
  useEffect(() => {
    void sources.need();
    return () => sources.dispose();
  }, [sources]);

  const complete = sources.settled && held.length > 0 && (sources.value.length === 0 || clients.length === 0);
  useEffect(() => {
    if (complete) onReady?.();
  }, [complete, onReady]);

  // The link is shown after the commands, so that it doesn't move.
  const [drawn, setDrawn] = useState(false);
  const whenDrawn = useCallback(() => {
    setDrawn(true);
    onReady?.();
  }, [onReady]);

  const asked = keys.get('from');
  const from = sources.value.find((key) => key === asked) ?? sources.value[0];
  if (from === undefined || (clients.length === 0 && !format?.install)) return null;
  const path = held[0]?.leadFilePath;

  const choose = (repoKey: string) => {
    const changed = new URLSearchParams(keys);
    changed.set('from', repoKey);
    void navigate({ search: `?${changed}` }, { replace: true });
  };
  const setUp: ClientSetUpProps | undefined = client && {
    target: {
      packageType: type,
      client: client.id,
      repoKey: from,
      repoClass: classOf(held.find((repo) => repo.name === from)?.type),
      baseUrl: platformAddress(),
      canDeploy: false,
      system,
      package: {
        name,
        version,
        newest: props.newest,
        path,
        own: held.some((repo) => repo.type === 'local'),
      },
    },
    clientLabel: client.label,
    commandNames: { version: text(messages.versionCommand), newest: text(messages.newestCommand) },
    newestToo: version !== undefined,
    onReady: whenDrawn,
  };
  return (
    <section className="packages-install">
      <h2>{text(messages.install)}</h2>
      {client && clients.length > 1 && (
        <ClientTabs
          clients={clients}
          selected={client.id}
          onChange={(id) => {
            setChosen(id);
            storage.set(kept, id);
          }}
        />
      )}
      {sources.settled && sources.value.length > 1 && (
        <SelectField
          label={text(messages.from)}
          value={from}
          options={sources.value.map((key) => ({ key, label: key }))}
          onChange={choose}
        />
      )}
      {sources.settled && choice}
      {!sources.settled ? (
        <Skeleton width="100%" height="190px" />
      ) : setUp ? (
        <Lazy load={load} props={setUp} failure={text(messages.failed)} />
      ) : (
        <Lazy
          load={loadPlain}
          props={{
            type,
            name,
            newest: props.newest,
            repoKey: from,
            path,
            system,
            ...(version === undefined ? {} : { version }),
          }}
          failure={text(messages.failed)}
        />
      )}
      {setUp && drawn && shell.allows(SET_ME_UP) && (
        <Link to={`/set-me-up?repo=${encodeURIComponent(from)}`}>{text(messages.setMeUp)}</Link>
      )}
    </section>
  );
});

function classOf(type: string | undefined): 'local' | 'remote' | 'virtual' {
  return type === 'local' || type === 'remote' ? type : 'virtual';
}
