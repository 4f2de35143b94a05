import type { Round, WorkOptions } from '../../storage/integrityRounds.ts';

const day = 86_400_000;
/** Interval of the schedule, in milliseconds. */
export const interval = 60_000;
/** Minimum work of one call, so that small stores are not processed in tiny parts. */
const least = { size: 64 * 1024 * 1024, count: 200 };

/**
 * Returns how much to verify now, so that a round takes this many days. After a pause, catches up
 * at up to four times the usual rate. Returns undefined if nothing is due.
 */
export function dueNow(round: Round, days: number, now = Date.now()): WorkOptions | undefined {
  if (days === 0) return undefined;
  const isOver = round.started === null || round.finished !== null;
  if (isOver && round.started !== null && now - round.started.getTime() < days * day) return undefined;
  const share = ({ started }: Round) => (now + interval - (started?.getTime() ?? now)) / (days * day);
  const perCall = (total: number) => (4 * total * interval) / (days * day);
  const most = {
    size: Math.max(perCall(round.total.size), least.size),
    count: Math.max(perCall(round.total.count), least.count),
  };
  return { share, most };
}
