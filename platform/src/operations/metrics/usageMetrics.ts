import type { FastifyInstance } from 'fastify';
import { auditCounts } from '../../access/audit/auditCounts.ts';
import { downloadCount } from '../../files/downloads.ts';
import { sentBytes } from '../../packages/usage/transfers.ts';
import { counter } from './Metrics.ts';

/** Adds metrics about the actions of users and clients since the start of this node. */
export function addUsageMetrics(app: FastifyInstance): void {
  app.metrics.add('usage', () => {
    const counts = auditCounts();
    const events = counts.map(({ event, outcome, count }) => ({
      labels: { event, outcome },
      value: count,
    }));
    const signIns = (['success', 'failure'] as const).map((outcome) => ({
      labels: { outcome },
      value: counts.find((each) => each.event === 'sign-in' && each.outcome === outcome)?.count ?? 0,
    }));
    return [
      counter('lading_sign_ins_total', 'Sign-ins by outcome.', signIns),
      counter('lading_audit_events_total', 'Records of the audit log, by event and outcome.', events),
      counter('lading_downloads_total', 'Downloaded files.', downloadCount()),
      counter('lading_sent_bytes_total', 'Bytes of files and metadata sent to clients.', sentBytes()),
    ];
  });
}
