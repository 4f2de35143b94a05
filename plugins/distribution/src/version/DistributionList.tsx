import type { Distribution, Distributions } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, Lazy, useFormats, useShell, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { EDGES } from '../addresses.ts';
import { changeDistribution, distribute, fetchDistributions } from '../edges/edgesApi.ts';
import { messages } from '../edges/messages.ts';
import { BADGES } from '../edges/states.ts';
import { messages as common } from '../messages.ts';

const NONE: Distributions = { distributions: [], edges: [], mayDistribute: false };
/** Milliseconds between two polls while distributions are in progress. */
const PAUSE = 1_000;
const dialog = () => import('../edges/DistributeDialog.tsx').then(({ DistributeDialog }) => DistributeDialog);

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Lists the distributions of a version with progress and actions. */
export const DistributionList = observer(function DistributionList({ name, version }: Version) {
  const { http, user } = useShell();
  const text = useText();
  const all = useMemo(
    () => new Fetched(NONE, (signal) => fetchDistributions(http, { name, version }, signal)),
    [http, name, version],
  );
  useEffect(() => {
    void all.need();
    return () => all.dispose();
  }, [all]);
  const shown = useKept(all);
  const [open, setOpen] = useState(false);
  const reload = () => void all.fetch();
  const { distributions, edges, mayDistribute } = shown;
  return (
    <section>
      <h2>{text(messages.distribution)}</h2>
      {all.error && shown === NONE ? (
        <FetchedView fetched={all} failure={text(messages.distributionFailed)}>
          {() => null}
        </FetchedView>
      ) : (
        <>
          {distributions.length === 0 && <p className="ld-soft">{text(messages.notDistributed)}</p>}
          <ol className="bundles-timeline">
            {distributions.map((each) => (
              <Row
                key={each.id}
                {...{ name, version, distribution: each, mayDistribute }}
                removable={isCurrent(each, shown)}
                onChanged={reload}
              />
            ))}
          </ol>
          {mayDistribute && edges.length > 0 && (
            <div>
              <Button label={text(messages.distribute)} onClick={() => setOpen(true)} />
            </div>
          )}
          {mayDistribute && edges.length === 0 && all.settled && (
            <p className="ld-soft">
              {user.current?.admin ? <Link to={EDGES}>{text(messages.add)}</Link> : text(messages.noEdge)}
            </p>
          )}
        </>
      )}
      {open && (
        <Lazy
          load={dialog}
          failure={text(common.dialogFailed)}
          props={{
            ...{ name, version, edges, onCancel: () => setOpen(false) },
            onDone: () => {
              setOpen(false);
              reload();
            },
          }}
        />
      )}
    </section>
  );
});

/**
 * Returns the last response while the next one is loading, and polls while distributions are in
 * progress.
 */
function useKept(all: Fetched<Distributions>): Distributions {
  const [kept, setKept] = useState(NONE);
  const { status, value } = all;
  useEffect(() => {
    if (status !== 'there') return undefined;
    setKept(value);
    if (!value.distributions.some(({ state }) => state === 'waiting' || state === 'running'))
      return undefined;
    const timer = setTimeout(() => void all.fetch(), PAUSE);
    return () => clearTimeout(timer);
  }, [all, status, value]);
  return status === 'there' ? value : kept;
}

/** Whether this distribution is the one that provided the edge's current copy. */
function isCurrent({ id, edgeId, state }: Distribution, { distributions, edges }: Distributions): boolean {
  const isPresent = edges.some((edge) => edge.id === edgeId && edge.present);
  return (
    isPresent && state === 'completed' && distributions.find((each) => each.edgeId === edgeId)?.id === id
  );
}

interface RowProps extends Version {
  readonly distribution: Distribution;
  readonly mayDistribute: boolean;
  readonly removable: boolean;
  readonly onChanged: () => void;
}

function Row(props: RowProps) {
  const { distribution, mayDistribute, removable } = props;
  const { kind, state, edge, created, createdBy, finished } = distribution;
  const text = useText();
  const { change, remove } = useActions(props);
  const isOpen = state === 'waiting' || state === 'running';
  return (
    <li>
      <div className="bundles-server">
        <strong>{text(messages.kinds[kind], { edge })}</strong>{' '}
        <Badge state={BADGES[state]}>{text(messages.states[state])}</Badge>
        <Progress distribution={distribution} />
        <p className="ld-soft">
          <When date={finished ?? created} /> · {createdBy}
        </p>
      </div>
      {mayDistribute && isOpen && (
        <Button label={text(messages.abort)} onClick={() => void change('abort')} />
      )}
      {mayDistribute && (state === 'failed' || state === 'aborted') && (
        <Button label={text(messages.retry)} onClick={() => void change('retry')} />
      )}
      {mayDistribute && removable && kind === 'distribute' && (
        <Button kind="danger" label={text(messages.removeFrom)} onClick={() => void remove()} />
      )}
    </li>
  );
}

function Progress({ distribution }: { distribution: Distribution }) {
  const text = useText();
  const formats = useFormats();
  const { kind, state, message, attempts, nextAttempt, blobs, blobsSent, bytes, bytesSent } = distribution;
  const values = {
    sent: formats.size(bytesSent),
    total: formats.size(bytes),
    blobs: blobsSent,
    allBlobs: blobs,
  };
  return (
    <>
      {kind === 'distribute' && state === 'running' && blobs > 0 && (
        <>
          <progress value={bytesSent} max={Math.max(bytes, 1)} aria-label={text(messages.states.running)} />
          <p>{text(messages.progress, values)}</p>
        </>
      )}
      {kind === 'distribute' && state === 'completed' && (
        <p>
          {blobs === 0 ? text(messages.nothingSent) : text(messages.sent, { size: formats.size(bytesSent) })}
        </p>
      )}
      {state === 'failed' && <p className="bundles-note--invalid">{message}</p>}
      {state === 'waiting' && message !== '' && nextAttempt !== null && (
        <p className="bundles-note--invalid">
          {text(messages.nextAttempt, { count: attempts, cause: message })} <When date={nextAttempt} />
        </p>
      )}
    </>
  );
}

function useActions({ name, version, distribution, onChanged }: RowProps) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const { id, edge, edgeId } = distribution;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.changeFailed, { cause }));
    }
    onChanged();
  };
  return {
    change: (what: 'abort' | 'retry') => attempt(() => changeDistribution(http, { name, version }, id, what)),
    remove: async () => {
      const agreed = await modals.confirm({
        title: text(messages.removeTitle, { name, version, edge }),
        text: text(messages.removeText),
        verb: text(messages.removeFrom),
        danger: true,
      });
      const order = { edges: [edgeId], kind: 'remove' as const, createRepositories: false };
      if (agreed) await attempt(() => distribute(http, { name, version }, order));
    },
  };
}
