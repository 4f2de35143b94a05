import type { StatusPeriod, StatusTimeline } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { messages } from '../messages.ts';
import type { Day } from './days.ts';
import { historyMessages } from './historyMessages.ts';

const LISTED = 4;

interface StatusFormats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly both: Intl.DateTimeFormat;
  readonly share: Intl.NumberFormat;
}

const byLanguage = new Map<string, StatusFormats>();

/** Creating formats takes milliseconds: all bars of a page share them. */
function formatsOf(tag: string): StatusFormats {
  const formats = byLanguage.get(tag) ?? {
    day: new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }),
    time: new Intl.DateTimeFormat(tag, { timeStyle: 'short' }),
    both: new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
    share: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }),
  };
  byLanguage.set(tag, formats);
  return formats;
}

/** Returns functions that describe a history in words. */
export function useStatusTexts() {
  const text = useText();
  const formats = formatsOf(useShell().language.tag);
  const state = (period: StatusPeriod) =>
    text(historyMessages[period.state === 'failed' ? 'failedState' : period.state]);
  const cause = ({ state: found, message, node_ids }: StatusPeriod) => {
    const known = { offline: historyMessages.noHeartbeat, stopped: historyMessages.shutDown };
    const shown = found === 'offline' || found === 'stopped' ? text(known[found]) : message;
    const nodes = node_ids.length > 0 ? text(historyMessages.seenBy, { nodes: node_ids.join(', ') }) : '';
    return [shown, nodes].filter((part) => part !== '').join(' · ');
  };
  /** 'Offline, 03:10 – 04:20: No heartbeat.' */
  const outage = (period: StatusPeriod) => {
    const range = formats.time.formatRange(period.from, period.to);
    const why = cause(period);
    return `${state(period)}, ${range}${why === '' ? '' : `: ${why}`}`;
  };
  /** The outages of a day, one per line. */
  const day = ({ outages, times }: Day): string[] => {
    const lines = outages.slice(0, LISTED).map(outage);
    if (outages.length > LISTED)
      lines.push(text(historyMessages.andMore, { count: outages.length - LISTED }));
    if (outages.length === 0 && times.ok > 0) lines.push(text(historyMessages.none));
    if (times.ok + times.bad + times.degraded + times.stopped === 0)
      lines.push(text(historyMessages.unknown));
    return lines;
  };
  const name = ({ kind, name: own }: Pick<StatusTimeline, 'kind' | 'name'>) =>
    kind === 'node' ? own : text(messages[kind], { name: own });
  return { text, formats, state, cause, day, name };
}
