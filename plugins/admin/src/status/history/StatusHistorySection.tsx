import type { StatusHistory, StatusTimeline } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, useShell, useStyles, useText } from '@lading/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages.ts';
import { fetchHistory } from '../statusApi.ts';
import { DayStrip } from './DayStrip.tsx';
import { availabilityOf, daysOf, isOutage, LEVELS } from './days.ts';
import css from './history.css?inline';
import { historyMessages } from './historyMessages.ts';
import { OutageTable } from './OutageTable.tsx';
import { useStatusTexts } from './useStatusTexts.ts';

const none: StatusHistory = { from: 0, to: 0, timelines: [] };
/** Upstreams that are shown at first, those with outages before others. */
const SHOWN = 20;

/** States of the nodes and dependencies by day. Reloaded when `reloads` changes. */
export function StatusHistorySection({ reloads }: { reloads: number }) {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const [fetched] = useState(() => new Fetched<StatusHistory>(none, (signal) => fetchHistory(http, signal)));
  const loaded = useRef(reloads);
  useEffect(() => {
    if (loaded.current !== reloads) void fetched.fetch();
    loaded.current = reloads;
  }, [fetched, reloads]);
  return (
    <section className="status-section" aria-label={text(historyMessages.title)}>
      <h2>{text(historyMessages.title)}</h2>
      <FetchedView fetched={fetched} failure={text(historyMessages.failed)}>
        {(history) => <History history={history} />}
      </FetchedView>
    </section>
  );
}

function History({ history }: { history: StatusHistory }) {
  const text = useText();
  const [all, setAll] = useState(false);
  const isNode = ({ kind }: StatusTimeline) => kind === 'node';
  const dependencies = history.timelines.filter((each) => !isNode(each));
  const hasOutage = ({ periods }: StatusTimeline) => (periods.some(isOutage) ? 0 : 1);
  const shown =
    all || dependencies.length <= SHOWN
      ? dependencies
      : [...dependencies].sort((a, b) => hasOutage(a) - hasOutage(b)).slice(0, SHOWN);
  const groups = [
    [historyMessages.nodes, history.timelines.filter(isNode)],
    [messages.dependencies, shown],
  ] as const;
  return (
    <>
      <p className="ld-soft">{text(historyMessages.more)}</p>
      <ul className="status-legend">
        {LEVELS.toReversed().map((level) => (
          <li key={level}>
            <svg viewBox="0 0 8 12" aria-hidden="true">
              <rect className={`status-part status-part--${level}`} width="8" height="12" />
            </svg>
            {text(historyMessages[level])}
          </li>
        ))}
      </ul>
      {groups.map(([title, timelines]) => (
        <div key={title.id}>
          <h3>{text(title)}</h3>
          <ul className="status-history">
            {timelines.map((timeline) => (
              <TimelineRow key={`${timeline.kind} ${timeline.name}`} timeline={timeline} now={history.to} />
            ))}
          </ul>
        </div>
      ))}
      {shown.length < dependencies.length && (
        <Button
          label={text(historyMessages.all, { count: dependencies.length })}
          onClick={() => setAll(true)}
        />
      )}
      <OutageTable history={history} />
    </>
  );
}

function TimelineRow({ timeline, now }: { timeline: StatusTimeline; now: number }) {
  const { text, formats, name } = useStatusTexts();
  const days = daysOf(timeline.periods, now);
  const share = availabilityOf(days);
  const [first, second] = timeline.periods;
  // A history that begins within the 30 days.
  const since =
    first?.state === 'unknown' && second && second.from > (days[0]?.start ?? 0) ? second.from : undefined;
  return (
    <li>
      <div className="status-history__head">
        <span className={timeline.kind === 'node' ? 'status-id' : ''}>{name(timeline)}</span>
        <span className="ld-soft">
          {since !== undefined && `${text(historyMessages.since, { date: formats.day.format(since) })} · `}
          {share === undefined
            ? text(historyMessages.unknown)
            : text(historyMessages.available, { share: formats.share.format(share) })}
        </span>
      </div>
      <DayStrip name={name(timeline)} days={days} />
    </li>
  );
}
