import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise, callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readable } from '../../../files/tree/reach.ts';
import { writeErrors } from '../../../pipeline/protocol.ts';
import { authoriseWrite, writeTarget } from '../../../pipeline/writeTarget.ts';
import { type Repository, requireRepository } from '../../../repositories/repositories.ts';
import { chartOf } from '../charts.ts';
import { entriesOf } from '../index.ts';
import { removeChart } from '../removeChart.ts';
import { readUpload } from './readUpload.ts';
import { saveUpload } from './saveUpload.ts';

interface Named {
  Params: { repo: string; name: string; version: string };
}

/** ChartMuseum's calls, which helm's push plug-in and others make: below `/artifactory/api/helm/{repo}/api`. */
export async function museumRoutes(app: FastifyInstance): Promise<void> {
  // Its clients print `error`; everything else is as for all calls.
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
    // Who may not delete here learns nothing of what is here.
    await authorise(callerOf(request), 'delete', { repo: target.key });
    const chart = await chartOf(target.key, name, version);
    if (!chart) throw missing(request);
    await authoriseWrite(callerOf(request), 'delete', target, chart.path);
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
  // Before anything of the body is taken: who may put nothing here sends nothing.
  await authorise(callerOf(request), 'deploy', { repo: target.key });
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
  return entriesOf(repository, within, (error) => request.log.warn({ err: error }, 'an upstream failed'));
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
