import { AUDIT_EVENTS, AuditPage, AuditVerification, oneOf } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { sendExport } from '../../http/sendExport.ts';
import { administrators } from '../accessRules.ts';
import { normalName } from '../users.ts';
import { auditColumns, auditPortions } from './auditExport.ts';
import { auditHash } from './auditJobs.ts';
import { extendChain } from './chain.ts';
import { type AuditFilter, readAudit } from './readAudit.ts';
import { record } from './record.ts';
import { verifyChain } from './verifyChain.ts';

const filters = {
  user: Type.Optional(Type.String({ maxLength: 256 })),
  by: Type.Optional(Type.String({ maxLength: 256, description: 'The user who did it.' })),
  event: Type.Optional(Type.String({ maxLength: 64 })),
  outcome: Type.Optional(oneOf(['success', 'failure'])),
  address: Type.Optional(Type.String({ maxLength: 64 })),
  text: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the details, ignoring case.' })),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
};
const filter = Type.Object(filters);
const query = Type.Object({
  ...filters,
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
const part = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Position after which to begin: `next` of the previous part.' }),
  ),
  seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 600, description: 'Seconds after which a part ends with `next`.' }),
  ),
});
const exported = Type.Object({ ...filters, format: oneOf(['csv', 'json']) });

/** Adds the audit log routes under `/access/api/v1/audit`, for administrators. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Audit log', access: administrators });

  api.get(
    '/',
    {
      schema: {
        summary: 'Lists audit records, newest first.',
        querystring: query,
        response: { 200: AuditPage },
      },
    },
    async (request): Promise<AuditPage> => {
      const { limit = 100, before, ...rest } = request.query;
      const found = await readAudit({ ...filterOf(rest), ...(before ? { before } : {}), limit });
      const { events, next, searchedUntil } = found;
      const names = before === undefined ? { event_names: [...AUDIT_EVENTS] } : {};
      return {
        events,
        ...(next === undefined ? {} : { next }),
        ...(searchedUntil === undefined ? {} : { searched_until: searchedUntil }),
        ...names,
      };
    },
  );

  api.get(
    '/export',
    {
      schema: {
        summary: 'Exports all matching audit records, newest first.',
        querystring: exported,
        response: { 200: file('text/csv', 'The records as CSV (RFC 4180), or as a JSON array.') },
      },
    },
    async (request, reply) => {
      const { format, ...rest } = request.query;
      const conditions = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
      await record(request, 'audit-exported', [format.toUpperCase(), ...conditions].join(', '));
      const batches = auditPortions(filterOf(rest));
      return sendExport(reply, { name: 'audit-log', format, columns: auditColumns, batches });
    },
  );

  api.post(
    '/verify',
    {
      schema: {
        summary: 'Verifies the hash chain of the audit log and reports the first problem.',
        querystring: part,
        response: { 200: AuditVerification },
      },
    },
    async ({ query: { after = 0, seconds } }) => {
      const hash = auditHash(app.platform);
      await extendChain(hash);
      return verifyChain(hash, { after, ...(seconds === undefined ? {} : { atMost: seconds * 1000 }) });
    },
  );
}

function filterOf(given: Static<typeof filter>): AuditFilter {
  const names = Object.entries({ user: given.user, by: given.by }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, normalName(value)]],
  );
  return { ...given, ...Object.fromEntries(names) };
}
