import type { Distribution } from '@lading/contract/rest';
import { announce } from '../../../events/announce.ts';

interface Announced {
  name: string;
  version: string;
  edge: string;
  kind: Distribution['kind'];
}

type Happened = 'started' | 'completed' | 'failed' | 'aborted';

/**
 * Announces what happened to a distribution, or to a removal from an edge, in the current
 * transaction. `message`: why it failed.
 */
export function announceDistribution(
  { name, version, edge, kind }: Announced,
  happened: Happened,
  message?: string,
): void {
  const facts = { name, version, edge, ...(message === undefined ? {} : { message }) };
  if (kind === 'distribute') announce(`distribution.distribute_${happened}`, () => facts);
  // Webhooks have no event for an aborted removal.
  else if (happened === 'aborted')
    announce('distribution.delete_failed', () => ({ ...facts, message: 'Aborted by a user' }));
  else announce(`distribution.delete_${happened}`, () => facts);
}
