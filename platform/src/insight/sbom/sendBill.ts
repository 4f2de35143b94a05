import type { FastifyReply } from 'fastify';
import { untrustedContentHeaders } from '../../files/sendFile.ts';
import { file } from '../../http/api/ownApi.ts';
import type { Bill } from './Bill.ts';

/** Media types and file extensions of the formats. */
const written = {
  cyclonedx: { type: 'application/vnd.cyclonedx+json', ending: 'cdx.json' },
  spdx: { type: 'application/spdx+json', ending: 'spdx.json' },
} as const;

export const sbomFile = file('application/json', 'CycloneDX 1.6 or SPDX 2.3, as an attachment.');

/** Loads the libraries on the first request, not at server start. */
export async function sendBill(reply: FastifyReply, bill: Bill, format: keyof typeof written) {
  const text =
    format === 'spdx'
      ? (await import('./spdx.ts')).spdx(bill)
      : (await import('./cyclonedx.ts')).cyclonedx(bill);
  const { type, ending } = written[format];
  const { name, version = '' } = bill.subject;
  const path = `${[name, version].filter(Boolean).join('-').replaceAll('/', '_')}.${ending}`;
  return reply
    .headers({ ...untrustedContentHeaders({ path, mimeType: type }), 'cache-control': 'no-store' })
    .send(Buffer.from(text));
}
