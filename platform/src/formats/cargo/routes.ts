import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { type Handlers, routeByKind, speakProtocol } from '../../pipeline/protocol.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { answerDownload } from './answerDownload.ts';
import { type CargoPath, parseCargoPath } from './cargoPath.ts';
import { answerChangeOwners, answerOwners, answerUnyank, answerYank } from './changes/answerChange.ts';
import { packageType } from './indexCrate.ts';
import { answerPublish } from './publish/answerPublish.ts';
import { answerSearch } from './search/answerSearch.ts';
import { answerConfig, answerIndex } from './sparse/answerIndex.ts';

/** Handlers by kind of path. HEAD is handled as GET without a body. */
const handlers: Handlers<CargoPath> = {
  config: { GET: answerConfig },
  index: { GET: answerIndex },
  me: { GET: async (request, reply) => reply.redirect(`${ownOrigin(request)}/ui/user_profile`, 302) },
  search: { GET: answerSearch },
  publish: { PUT: answerPublish },
  owners: { GET: answerOwners, PUT: answerChangeOwners, DELETE: answerChangeOwners },
  download: { GET: answerDownload },
  yank: { DELETE: answerYank },
  unyank: { PUT: answerUnyank },
};

/** Cargo's sparse index and web API, below `/artifactory/api/cargo/{repo}/`. */
export async function cargoRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, forgetCrates);

  // Cargo prints `detail`; the other fields are the same for all calls.
  speakProtocol(app, ({ status, code, message }, request, reply) => {
    if (status === 401)
      reply.header('www-authenticate', `Cargo login_url="${ownOrigin(request)}/ui/user_profile"`);
    return { errors: [{ code, message, detail: message }] };
  });
  const what = 'a Cargo registry';
  routeByKind(app, { place: 'cargo', packageType, what, parse: parseCargoPath, handlers });
}

/** Deletes the repository's crates. Rows of versions are deleted with their files. */
async function forgetCrates(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM cargo_crates WHERE repo = ${repo}`);
}
