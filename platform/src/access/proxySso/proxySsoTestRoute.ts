import { HttpSsoSettings, ProviderTest } from '@lading/contract/schemas';
import type { OwnApi } from '../../http/api/ownApi.ts';
import { findUser, isUserName, normalName } from '../users.ts';
import { proxyUserOf } from './proxyUser.ts';

/** Error codes of rejected settings. */
export const proxySsoErrors = ['BAD_HEADER', 'NO_PROXIES', 'BAD_PROXIES'];

/**
 * Adds POST `/test` to the settings. Checks how the administrator's own request arrived, because
 * there is no server to query. Signs no user in.
 */
export function proxySsoTestRoute(api: OwnApi, check: (settings: HttpSsoSettings) => void): void {
  api.post(
    '/test',
    {
      schema: {
        summary: 'Tests settings of HTTP SSO on this very request, without storing them.',
        body: HttpSsoSettings,
        response: { 200: ProviderTest },
      },
      config: { errors: { 400: proxySsoErrors } },
    },
    async (request) => {
      const { body } = request;
      check(body);
      const { peer, isTrusted, name } = proxyUserOf(request, body);
      const steps = [
        {
          name: 'Connect through a trusted proxy',
          ok: isTrusted,
          message: isTrusted
            ? `This request came from ${peer}, which is a trusted proxy`
            : `This request came from ${peer}, which is not a trusted proxy. Open this page through the proxy, or add this address to the proxies.`,
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
    const message = `This request has no ${header} header with a single name. Configure the proxy to set the header and to remove it from client requests.`;
    return { ok: false, message };
  }
  const name = normalName(named);
  if (!isUserName(name)) return { ok: false, message: `Invalid user name ${named} in the header` };
  if (await findUser(name)) return { ok: true, message: `User ${name} exists` };
  return createUsers
    ? { ok: true, message: `User ${name} does not exist and would be created` }
    : { ok: false, message: `User ${name} does not exist, and user creation is off` };
}
