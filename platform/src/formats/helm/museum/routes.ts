import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize, callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readable } from '../../../files/tree/reach.ts';
import { writeErrors } from '../../../pipeline/protocol.ts';
import { authorizeWrite, writeTarget } from '../../../pipeline/writeTarget.ts';
import { type Repository, requireRepository } from '../../../repositories/repositories.ts';
import { chartOf } from '../charts.ts';
import { entriesOf } from '../index.ts';
import { removeChart } from '../removeChart.ts';
import { readUpload } from './readUpload.ts';
import { saveUpload } from './saveUpload.ts';

interface Named {
  Params: { repo: string; name: string; version: string };
}

/**
 * The ChartMuseum API, used by Helm's push plugin and others, below
 * `/artifactory/api/helm/{repo}/api`.
 *
 * ```text
 * POST   /artifactory/api/helm/{repo}/api/charts               the chart as the body, or a form
 * with chart and prov 201 {"saved": true} GET    /artifactory/api/helm/{repo}/api/charts
 * {"kite": [{"name": "kite", "version": "1.0.0", …}]} DELETE
 * /artifactory/api/helm/{repo}/api/charts/kite/1.0.0    {"deleted": true}
 * ```
 *
 * https://github.com/helm/chartmuseum#api
 */
export async function museumRoutes(app: FastifyInstance): Promise<void> {
  // ChartMuseum clients print `error`; the other fields are the same for all calls.
  writeErrors(app, ({ status, code, message }) =>
    status === 401 ? undefined : { error: message, errors: [{ code, message }] },
  );

  app.post('/charts', (request, reply) => upload(request, reply, 'chart'));
  app.post('/prov', (request, reply) => upload(request, reply, 'prov'));
  app.get('/charts', async (request) => Object.fromEntries(await entriesFor(request)));
  app.get<Named>('/charts/:name', async (request) => versionsOf(request));
  app.get<Named>('/charts/:name/:version', async (request) => {
    const found = (await versionsOf(request)).find(({ version }) => version === request.params.version);
    if (!found) throw missing(request);
    return found;
  });
  app.delete<Named>('/charts/:name/:version', async (request) => {
    const { repo, name, version } = request.params;
    const target = await writeTarget(await requireRepository(repo, 'helm'));
    // Checked first, so that a caller without permission cannot find out what exists.
    await authorize(callerOf(request), 'delete', { repo: target.key });
    const chart = await chartOf(target.key, name, version);
    if (!chart) throw missing(request);
    await authorizeWrite(callerOf(request), 'delete', target, chart.path);
    await removeChart(target.key, chart.path);
    return { deleted: true };
  });
}

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  what: 'chart' | 'prov',
): Promise<FastifyReply> {
  const target = await targetOf(request);
  // Checked before the body is received.
  await authorize(callerOf(request), 'deploy', { repo: target.key });
  await saveUpload(callerOf(request), target, await readUpload(request, what));
  return reply.code(201).send({ saved: true });
}

async function targetOf(request: FastifyRequest): Promise<Repository> {
  const { repo } = request.params as { repo: string };
  return writeTarget(await requireRepository(repo, 'helm'));
}

async function entriesFor(request: FastifyRequest) {
  const { repo } = request.params as { repo: string };
  const repository = await requireRepository(repo, 'helm');
  const within = await readable(callerOf(request), repository);
  return entriesOf(repository, within, (error) =>
    request.log.warn({ err: error }, 'Failed to read an upstream chart repository'),
  );
}

async function versionsOf(request: FastifyRequest<Named>) {
  const versions = (await entriesFor(request)).get(request.params.name);
  if (!versions) throw missing(request);
  return versions;
}

function missing(request: FastifyRequest<Named>): HttpError {
  const { repo, name, version } = request.params;
  return new HttpError(
    404,
    'NOT_FOUND',
    `Chart ${name}${version ? ` in version ${version}` : ''} not found in ${repo}`,
  );
}
