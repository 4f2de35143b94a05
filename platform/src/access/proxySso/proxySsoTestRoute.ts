import type { HttpSsoSettings, ProviderTest } from '@lading/contract/rest';
import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { findUser, isUserName, normalName } from '../users.ts';
import { proxyWord } from './proxyWord.ts';

/**
 * POST `/test` beside the settings: no other side can be asked, so the administrator's own request is looked at, as it came through the
 * proxy or not. Signs nobody in.
 */
export function proxySsoTestRoute(
  app: FastifyInstance,
  schema: TObject,
  check: (settings: HttpSsoSettings) => void,
): void {
  app.post<{ Body: HttpSsoSettings }>(
    '/test',
    { schema: { body: schema } },
    async (request): Promise<ProviderTest> => {
      const { body } = request;
      check(body);
      const { peer, believed, name } = proxyWord(request, body);
      const steps = [
        {
          name: 'Come through a proxy that is believed',
          ok: believed,
          message: believed
            ? `This request came from ${peer}, which is believed`
            : `This request came from ${peer}, which is not among the proxies: open this page through the proxy, or name this address if it is that of the proxy`,
        },
        { name: `Read ${body.header}`, ...(await readName(name, body)) },
      ];
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  );
}

async function readName(
  named: string | undefined,
  { header, createUsers }: HttpSsoSettings,
): Promise<{ ok: boolean; message: string }> {
  if (named === undefined) {
    const message = `This request has no ${header} with one name: the proxy must set it, and take away what comes from outside`;
    return { ok: false, message };
  }
  const name = normalName(named);
  if (!isUserName(name)) return { ok: false, message: `It names ${named}, which cannot be a user name` };
  if (await findUser(name)) return { ok: true, message: `It names ${name}, who is a user here` };
  return createUsers
    ? { ok: true, message: `It names ${name}, who is not known here and would be made` }
    : { ok: false, message: `It names ${name}, who is not known here, and users are not made` };
}
