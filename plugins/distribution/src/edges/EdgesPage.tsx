import type { PairedEdge, PairedServer, PairedServers } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  Fetched,
  FetchedView,
  PageFrame,
  useShell,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import css from '../distribution.css?inline';
import { messages as places } from '../pdn/messages.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { endPairing, fetchServers } from './edgesApi.ts';
import { messages } from './messages.ts';
import { PairDialog } from './PairDialog.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';

const NONE: PairedServers = { edges: [], sources: [] };

/** Servers that this server distributes release bundles to, or receives them from. */
export const EdgesPage = observer(function EdgesPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const servers = useMemo(() => new Fetched(NONE, (signal) => fetchServers(http, signal)), [http]);
  useEffect(() => {
    void servers.need();
    return () => servers.dispose();
  }, [servers]);
  const [dialog, setDialog] = useState<'pair' | 'code'>();
  const close = () => setDialog(undefined);
  const changed = () => void servers.fetch();
  return (
    <PageFrame
      heading={text(messages.title)}
      actions={
        <>
          <Button label={text(messages.createCode)} onClick={() => setDialog('code')} />
          <Button kind="main" label={text(messages.add)} onClick={() => setDialog('pair')} />
        </>
      }
    >
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={servers} failure={text(messages.failed)}>
        {({ edges, sources }) => (
          <div className="bundles-version">
            <Servers side="edges" servers={edges} onChanged={changed} />
            <Servers side="sources" servers={sources} onChanged={changed} />
          </div>
        )}
      </FetchedView>
      {dialog === 'code' && <CodeDialog onClose={close} />}
      {dialog === 'pair' && (
        <PairDialog
          onClose={close}
          onPaired={() => {
            close();
            changed();
          }}
        />
      )}
    </PageFrame>
  );
});

interface ServersProps {
  readonly side: 'edges' | 'sources';
  readonly servers: readonly (PairedServer | PairedEdge)[];
  readonly onChanged: () => void;
}

function Servers({ side, servers, onChanged }: ServersProps) {
  const text = useText();
  const [what, more] =
    side === 'edges'
      ? [messages.noEdges, messages.noEdgesMore]
      : [messages.noSources, messages.noSourcesMore];
  return (
    <section>
      <h2>{text(messages[side])}</h2>
      {servers.length === 0 ? (
        <EmptyState icon="plug" what={text(what)} more={text(more)} />
      ) : (
        <ul className="bundles-containing">
          {servers.map((server) => (
            <Server key={server.id} side={side} server={server} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Server({
  side,
  server,
  onChanged,
}: {
  side: 'edges' | 'sources';
  server: PairedServer | PairedEdge;
  onChanged: () => void;
}) {
  const text = useText();
  const end = useEnd(side, server, onChanged);
  const [editing, setEditing] = useState(false);
  const edge = 'group' in server ? server : undefined;
  const { name, url, lastSeen, error, bundles, pairedBy } = server;
  return (
    <li>
      <div className="bundles-server">
        <strong>{name}</strong> <span className="ld-mono">{url}</span>
        {edge && <Place edge={edge} />}
        <p className="ld-soft">
          {text(messages.facts, { count: bundles })} · {text(messages.pairedBy, { user: pairedBy })} ·{' '}
          {lastSeen === null ? (
            text(messages.never)
          ) : (
            <>
              {text(messages.lastSeen)} <When date={lastSeen} />
            </>
          )}
        </p>
        {error !== '' && (
          <p className="bundles-note--invalid">{text(messages.lastError, { cause: error })}</p>
        )}
      </div>
      {edge && (
        <Button
          label={text(places.editPlace)}
          title={text(places.editPlaceOf, { name })}
          onClick={() => setEditing(true)}
        />
      )}
      {edge && editing && (
        <PlaceDialog
          edge={edge}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
      <Button kind="danger" label={text(messages.end)} onClick={() => void end()} />
    </li>
  );
}

function Place({ edge: { group, city, country } }: { edge: PairedEdge }) {
  const place = [group, city, country].filter(Boolean).join(' · ');
  return place === '' ? null : <p>{place}</p>;
}

function useEnd(side: 'edges' | 'sources', { id, name }: PairedServer, onChanged: () => void) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  return async () => {
    const title = text(messages.endTitle, { name });
    const question = { title, text: text(messages.endText), verb: text(messages.end), danger: true };
    if (!(await modals.confirm(question))) return;
    try {
      await endPairing(http, side, id);
      notifications.success(text(messages.ended, { name }));
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.endFailed, { name, cause }));
    }
    onChanged();
  };
}
