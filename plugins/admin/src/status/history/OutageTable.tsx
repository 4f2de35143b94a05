import type { StatusHistory, StatusPeriod, StatusTimeline } from '@lading/contract/rest';
import { useFormats } from '@lading/ui';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { daysOf, isOutage } from './days.ts';
import { historyMessages } from './historyMessages.ts';
import { useStatusTexts } from './useStatusTexts.ts';

const LISTED = 200;
const { subject, from, until, duration, cause } = historyMessages;
const HEADS = [subject, messages.state, from, until, duration, cause] as const;

interface Outage extends StatusPeriod {
  readonly timeline: StatusTimeline;
}

/** The outages that the bars show, as a table, newest first. */
export function OutageTable({ history }: { history: StatusHistory }) {
  const { text, name } = useStatusTexts();
  const [open, setOpen] = useState(false);
  const start = daysOf([], history.to)[0]?.start ?? history.from;
  const outages: Outage[] = history.timelines
    .flatMap((timeline) => timeline.periods.filter(isOutage).map((period) => ({ ...period, timeline })))
    .filter(({ to }) => to > start)
    .sort((a, b) => b.from - a.from);
  const title = text(historyMessages.outages, { count: outages.length });
  return (
    <details className="status-outages" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && outages.length > LISTED && <p>{text(historyMessages.latest, { count: LISTED })}</p>}
      {open && outages.length > 0 && (
        <div className="status-frame">
          <table className="status-table status-table--stacked" aria-label={title}>
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head.id} scope="col">
                    {text(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {outages.slice(0, LISTED).map((outage) => (
                <OutageRow
                  key={`${outage.timeline.kind} ${outage.timeline.name} ${outage.from}`}
                  name={name(outage.timeline)}
                  outage={outage}
                  now={history.to}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function OutageRow({ name, outage, now }: { name: string; outage: Outage; now: number }) {
  const { text, formats, ...texts } = useStatusTexts();
  const durations = useFormats();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-head={text(messages.state)}>{texts.state(outage)}</td>
      <td data-head={text(from)}>{formats.both.format(outage.from)}</td>
      <td data-head={text(until)}>
        {outage.to === now ? text(historyMessages.now) : formats.both.format(outage.to)}
      </td>
      <td data-head={text(duration)}>{durations.duration(outage.to - outage.from)}</td>
      <td data-head={text(cause)}>{texts.cause(outage)}</td>
    </tr>
  );
}
