import type { CallLimits } from '@lading/contract/validation';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Failure } from '../plugins/StageFailure.ts';
import type { Shell } from '../Shell.ts';

/** File name of this module. It has another hash in a build with other messages. */
const HOST = new URL(import.meta.url).pathname.split('/').at(-1);

/** Name, document, and limits of each frame of a plugin. */
export function frameOf(
  { base }: Pick<Shell, 'base'>,
  { name, version, specifier, frame }: PluginRecord,
): { readonly label: string; readonly address: string; readonly limits: CallLimits } {
  return {
    label: `${specifier} ${version}`,
    address: `${base}frames/${name}/${version}/?host=${HOST}`,
    limits: { plugin: name, reads: frame?.reads ?? [] },
  };
}

/** An error that the page reports as a failure of the plugin, with its class. */
export function failureOf({ specifier, version }: PluginRecord, { class: found, message }: Failure): Error {
  const label = `${specifier} ${version}`;
  const reason = message.replace(`${label} `, '');
  return Object.assign(new Error(`${label}: ${reason}`), { class: found, request: label, reason });
}
