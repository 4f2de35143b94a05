import type { PluginDevelopment } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readSetting } from '../../instance/platformSettings.ts';
import { nameOf } from '../map/pluginName.ts';

/** No user can start an override until an administrator allows it. */
export const closed: PluginDevelopment = { allowed: false, users: [], groups: [], origins: [] };

export async function pluginDevelopment(): Promise<PluginDevelopment> {
  return (await readSetting('pluginDevelopment')) ?? closed;
}

/** Returns why a caller cannot have a development override, `undefined` if the caller can. */
export function whyDenied(
  { allowed, users, groups }: PluginDevelopment,
  caller: Pick<Caller, 'via' | 'userName' | 'groups'>,
): string | undefined {
  if (caller.via !== 'session') return 'Development overrides need a session: sign in in a browser';
  if (!allowed) return 'Development overrides are turned off. An administrator can allow them for you';
  const listed = users.includes(caller.userName) || caller.groups.some((group) => groups.includes(group));
  return listed
    ? undefined
    : 'Development overrides are not allowed for you. An administrator can allow them for you or one of your groups';
}

/** Other characters, which URLs allow in hosts, would change the meaning of the content policy. */
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::[1-9]\d{0,4})?$/;

/** Whether pages can load code from an origin. */
export function isAllowedOrigin({ origins }: PluginDevelopment, origin: string): boolean {
  return loopback.test(origin) || origins.includes(origin);
}

/** Throws unless a name of the import map can be a plugin. */
export function checkPlugin(specifier: string): void {
  if (nameOf(specifier)) return;
  const expected = '@lading/plugin-NAME, lading-plugin-NAME, or @scope/lading-plugin-NAME';
  throw invalid(`Invalid plugin "${specifier}". Expected ${expected}`);
}

/** Returns the origin of a URL that a caller entered. Throws if it is invalid or not allowed. */
export function checkOrigin(development: PluginDevelopment, url: string): string {
  const origin = url.replace(/\/$/, '');
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
  if (isOrigin && isAllowedOrigin(development, origin)) return origin;
  const others = development.origins.map((one) => ` or ${one}`).join('');
  throw invalid(
    `Invalid URL "${url}" of a development server. Expected an origin such as http://localhost:5173${others}. An administrator can allow others`,
  );
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'BAD_PLUGIN_OVERRIDE', message);
}
