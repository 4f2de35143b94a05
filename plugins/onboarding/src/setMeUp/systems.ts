import type { ClientTarget } from '@lading/contract';
import { messages } from './messages.ts';

export type System = ClientTarget['system'];

/** Operating systems with their names, in display order. */
export const SYSTEMS = [
  { key: 'macos', label: messages.macos },
  { key: 'linux', label: messages.linux },
  { key: 'windows', label: messages.windows },
] as const satisfies readonly { key: System; label: unknown }[];

/** Returns the operating system in the URL, or else that of the browser. */
export function systemOf(asked: string | null, agent: string = navigator.userAgent): System {
  const known = SYSTEMS.find(({ key }) => key === asked)?.key;
  if (known) return known;
  if (/windows/i.test(agent)) return 'windows';
  return /mac os|macintosh/i.test(agent) ? 'macos' : 'linux';
}
