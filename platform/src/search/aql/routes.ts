import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { limits } from './AqlReader.ts';
import { parseAql } from './parseAql.ts';
import { runAql } from './runAql.ts';

/** `POST /artifactory/api/search/aql` with a query as text, for any content type. */
export async function aqlRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // Up to four bytes per character.
    const options = { parseAs: 'string', bodyLimit: limits.length * 4 } as const;
    own.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    own.post('/artifactory/api/search/aql', async (request) => {
      const query = parseAql(typeof request.body === 'string' ? request.body : '');
      return runAql(callerOf(request), query);
    });
  });
}
