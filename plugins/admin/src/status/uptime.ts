import type { NodeStatus } from '@lading/contract/rest';
import type { Formats } from '@lading/ui';

/**
 * The time from the start of a node to its last heartbeat, in its two largest units; undefined:
 * unavailable.
 */
export function uptimeOf(
  { last_heartbeat: heartbeat, uptime: started }: Pick<NodeStatus, 'last_heartbeat' | 'uptime'>,
  formats: Pick<Formats, 'duration'>,
): string | undefined {
  const milliseconds = heartbeat - started;
  if (!(started > 0) || !(milliseconds >= 0)) return undefined;
  return formats.duration(milliseconds < 60_000 ? Math.round(milliseconds / 1000) * 1000 : milliseconds);
}
