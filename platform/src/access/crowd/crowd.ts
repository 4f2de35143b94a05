import type { CrowdSettings } from '@lading/contract/rest';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { SsoError } from '../sso/SsoError.ts';

export interface CrowdUser {
  name: string;
  email: string;
  active: boolean;
}

/** Sends a request to Crowd. Throws `SsoError`. */
export async function askCrowd(
  { url, application, allowPrivate }: CrowdSettings,
  password: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const credentials = Buffer.from(`${application}:${password}`).toString('base64');
  try {
    const answer = await outgoing().request(`${url.replace(/\/$/, '')}/rest/usermanagement/1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${credentials}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      service: 'identity',
      allowPrivate,
      encryptedInPublic: true,
      limit: 100_000,
    });
    const text = (await answer.bytes()).toString('utf8');
    return { status: answer.status, json: parsed(text) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw new SsoError('SSO_UNREACHABLE', `Failed to query Crowd: ${error.message}`, { cause: error });
  }
}

/** Returns the user of a Crowd session. Throws `SsoError`. */
export async function crowdUser(
  settings: CrowdSettings,
  password: string,
  token: string,
  address: string,
): Promise<CrowdUser> {
  const validationFactors = [{ name: 'remote_address', value: address }];
  const path = `session/${encodeURIComponent(token)}?expand=user`;
  const { status, json } = await askCrowd(settings, password, path, { validationFactors });
  if (status === 404 || status === 400) throw new SsoError('SSO_REFUSED', 'Crowd session not found');
  if (status !== 200) throw new SsoError('SSO_INVALID', crowdFault(status));
  const { user } = json as { user?: { name?: unknown; email?: unknown; active?: unknown } };
  if (typeof user?.name !== 'string') throw new SsoError('SSO_INVALID', 'Crowd returned no user name');
  return {
    name: user.name,
    email: typeof user.email === 'string' ? user.email : '',
    active: user.active !== false,
  };
}

export function crowdFault(status: number): string {
  if (status === 401) return 'Crowd rejected the application name or password';
  if (status === 403)
    return 'Crowd denied access to this server. Add its address to the remote addresses of the Crowd application.';
  return `Crowd returned ${status}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
