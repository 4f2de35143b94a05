import { LdapSettings, LdapTest, ProviderTest } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { singleSettings } from '../configuration/singleSettings.ts';
import { openSecret, readStored } from '../configuration/storedSettings.ts';
import { checkUserName, normalName } from '../users.ts';

/** Adds the LDAP settings routes under `/access/api/v1/ldap`, for administrators. */
export async function ldapRoutes(app: FastifyInstance): Promise<void> {
  const api = singleSettings(app, {
    name: 'ldap',
    title: 'LDAP directory',
    schema: LdapSettings,
    rejects: ['BAD_DIRECTORY'],
    secret: ['managerPassword', 'hasManagerPassword'],
    target: ({ url }) => url,
    check,
  });

  api.post(
    '/test',
    {
      schema: {
        summary: 'Tests settings of the LDAP directory without storing them.',
        body: LdapTest,
        response: { 200: ProviderTest },
      },
      config: { errors: { 400: ['BAD_DIRECTORY'], 409: ['SEALED_ELSEWHERE'] } },
    },
    async ({ body }) => {
      const { ldapUser, withClient } = await import('./ldap.ts');
      const { managerPassword, ...wanted } = body.settings;
      check(wanted);
      const stored = await readStored('ldap');
      const kept = stored?.value.url === wanted.url ? openSecret(stored, 'ldap', app.seal) : '';
      const secret = managerPassword ?? kept;
      const steps: ProviderTest['steps'] = [];
      const step = async (name: string, work: () => Promise<string>) => {
        try {
          steps.push({ name, ok: true, message: await work() });
          return true;
        } catch (error) {
          const message = error instanceof Error ? error.message : 'The step failed';
          steps.push({ name, ok: false, message });
          return false;
        }
      };
      const bound = await step('Bind as the manager', () =>
        withClient(wanted, secret, async (client) => {
          await client.search('', { scope: 'base', attributes: ['1.1'] });
          return wanted.managerDn === ''
            ? 'The LDAP server allows anonymous queries'
            : 'The LDAP server accepted the manager DN and password';
        }),
      );
      if (bound) {
        await step('Check the search base', () =>
          withClient(wanted, secret, async (client) => {
            const { searchEntries } = await client.search(wanted.searchBase, { scope: 'base' });
            if (searchEntries.length === 0) throw new Error(`No LDAP entry at ${wanted.searchBase}`);
            return `Entry ${wanted.searchBase} found`;
          }),
        );
      }
      if (bound && body.user) {
        const { user, password = '' } = body;
        await step(`Sign in as ${user}`, async () => {
          checkUserName(normalName(user));
          const found = await ldapUser(wanted, secret, user, password);
          if (!found) throw new Error('No LDAP entry matches this name and password');
          const groups = found.groups ? `; groups: ${found.groups.join(', ') || 'none'}` : '';
          return `Found ${found.dn}${found.email ? `, ${found.email}` : ''}${groups}`;
        });
      }
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  );
}

function check({ url: typed, startTls, searchFilter, groupBase, groupFilter }: LdapSettings): void {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^ldaps?:$/.test(url.protocol) || url.hostname === '' || url.username !== '') {
    throw bad('Invalid url. Expected ldap://host:389 or ldaps://host:636.');
  }
  if (startTls && url.protocol === 'ldaps:')
    throw bad('startTls requires ldap://. ldaps:// already uses TLS.');
  for (const [name, filter] of [
    ['searchFilter', searchFilter],
    ...(groupBase === '' ? [] : [['groupFilter', groupFilter]]),
  ]) {
    if (!filter?.includes('{0}') || !/^\(.*\)$/.test(filter)) {
      throw bad(`Invalid ${name}. Expected a filter that contains {0}, such as (uid={0}).`);
    }
  }
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_DIRECTORY', message);
}
