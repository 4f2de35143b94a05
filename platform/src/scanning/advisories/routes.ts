import type { AdvisoryImport, AdvisorySummary } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../../access/gateway.ts';
import { findAdvisories } from '../../advisories/advisories.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { removeAdvisory } from './saveAdvisories.ts';

/** Of one import, in bytes. */
const importLimit = 64 * 1024 * 1024;

/**
 * Advisories held here, for administrators: imported in OSV form (one document, or a list of them), listed, removed. npm's audits are
 * answered from them, so that they are here where scanning is off.
 */
export async function advisoryRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => authorise(callerOf(request), 'admin', 'system'));

  app.post(
    '/artifactory/api/advisories',
    { bodyLimit: importLimit },
    async (request): Promise<AdvisoryImport> => {
      const values = Array.isArray(request.body) ? request.body : [request.body];
      const documents = values.map((value, index) => ({ name: String(index), value }));
      const { importDocuments } = await import('../imports/importFile.ts');
      const { imported, unchanged, removed, reasons } = await importDocuments(documents, {
        source: 'import',
      });
      const skipped = reasons.map(({ document, reason }) => ({ index: Number(document), reason }));
      const done = imported + unchanged + removed;
      if (done === 0 && skipped[0])
        throw new HttpError(400, 'BAD_ADVISORY', `No advisory imported: ${skipped[0].reason}`);
      return { imported: imported + unchanged, skipped };
    },
  );

  app.get<{ Querystring: { ecosystem?: string; name?: string } }>(
    '/artifactory/api/advisories',
    async (request): Promise<AdvisorySummary[]> => {
      const { ecosystem = 'npm', name } = request.query;
      if (!name)
        throw new HttpError(400, 'NO_NAME', 'Invalid query. Expected a package: ?ecosystem=npm&name=lodash.');
      const found = await findAdvisories(ecosystem, [name]);
      return found.map(({ id, title, severity, url, aliases, published, modified }) => ({
        ...{ id, title, severity, url, aliases, published, modified },
      }));
    },
  );

  app.delete<{ Params: { id: string } }>('/artifactory/api/advisories/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await removeAdvisory(id)))
      throw new HttpError(404, 'NOT_FOUND', `Advisory ${id.slice(0, 100)} not found`);
    return reply.code(204).send();
  });
}
