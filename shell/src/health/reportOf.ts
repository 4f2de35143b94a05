import type { FailureClass } from '@lading/contract';
import type { PluginHealthReport, PluginStage } from '@lading/contract/rest';
import type { FailureNews, HealthNews } from '../plugins/HealthNews.ts';
import { withoutUserData } from './withoutUserData.ts';

/** Limits of the server for one report. */
const MAX_LOADS = 100;
const MAX_FAILURES = 50;
const MAX_SWITCHES = 50;
const MAX_COUNT = 100;
const MAX_MS = 600_000;

type Report = Pick<PluginHealthReport, 'loads' | 'failures' | 'switches'>;
type FailureReport = Report['failures'][number];

const STAGES: Partial<Record<FailureClass, PluginStage>> = {
  'startup-request': 'start',
  bootstrap: 'start',
  mount: 'mount',
  render: 'run',
  unmount: 'unmount',
};

/** Removes news from the list, as many as fit into one report. Equal failures are counted. */
export function reportOf(news: HealthNews[]): Report {
  const loads: Report['loads'] = [];
  const switches: NonNullable<Report['switches']> = [];
  const failures = new Map<string, FailureReport>();
  const isFull = () =>
    loads.length >= MAX_LOADS || failures.size >= MAX_FAILURES || switches.length >= MAX_SWITCHES;
  while (news.length > 0 && !isFull()) {
    const next = news.shift() as HealthNews;
    if ('off' in next) {
      const { plugin, version, off } = next;
      switches.push({ plugin, version, off });
      continue;
    }
    if (!('class' in next)) {
      const { plugin, version, loadMs, mountMs } = next;
      loads.push({ plugin, version, loadMs: inRange(loadMs), mountMs: inRange(mountMs) });
      continue;
    }
    const failure = failureOf(next);
    const key = JSON.stringify(failure);
    const known = failures.get(key);
    if (!known) failures.set(key, failure);
    else if (known.count < MAX_COUNT) known.count += 1;
  }
  return { loads, failures: [...failures.values()], ...(switches.length > 0 ? { switches } : {}) };
}

function failureOf({ plugin, version, class: found, logAs, cause, error }: FailureNews): FailureReport {
  const name = error instanceof Error ? error.name : '';
  const afterLoad = found === 'timeout' && logAs !== 'timeout';
  return {
    plugin,
    version,
    stage: afterLoad ? 'mount' : (STAGES[found] ?? 'load'),
    class: found,
    ...(/^[A-Za-z_$][\w$]{0,59}$/.test(name) ? { error: name } : {}),
    message: withoutUserData(cause),
    count: 1,
  };
}

/** The clock of the computer can be changed during a load. */
function inRange(ms: number): number {
  return Math.min(Math.max(Math.round(ms), 0), MAX_MS);
}
