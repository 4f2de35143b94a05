import { CLIENT_NAME, type Installed, SETUP_DATA, type System } from '../formats/PackageFormat.ts';
import { formatOf } from '../types/packageTypes.ts';
import { platformAddress } from './addresses.ts';
import { shellWord } from './shellWord.ts';

export type { Installed } from '../formats/PackageFormat.ts';

/** Returns the install command; `undefined` if the type has none. */
export function installCommand(installed: Installed): string | undefined {
  const system = installed.system ?? 'linux';
  const { baseUrl = platformAddress(), user = '', token = '' } = installed;
  const word = (text: string) => shellWord(text, system);
  return formatOf(installed.type)?.install?.({ ...installed, system, baseUrl, user, token, word });
}

/**
 * Returns the command that sets up the client for the repository; `undefined` if the client does
 * not run on the system.
 */
export function setUpCommand(type: string, repoKey: string, system: System): string | undefined {
  const format = formatOf(type);
  if (!format?.setupData) return undefined;
  return format.cli?.[system]
    ?.replaceAll(CLIENT_NAME, format.clientName?.(repoKey) ?? repoKey)
    .replaceAll(SETUP_DATA, format.setupData(repoKey));
}
