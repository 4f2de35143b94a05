import { createHash } from 'node:crypto';
import type { BootPlugin } from '@lading/contract/rest';
import { outgoing } from '../../outgoing/outgoing.ts';
import type { MappedPlugin } from '../ConsoleState.ts';
import type { Manifest } from './Plugin.ts';

/** Timeout of requests to the development server, in milliseconds. */
const TIMEOUT_MS = 5_000;
/** Maximum size of a manifest, in bytes. */
const LIMIT = 4 * 1024 * 1024;

/**
 * Loads a plugin that `lading-kit dev` serves. The manifest is requested again for each page, so
 * that changes of the definition appear on the next page. Only `LADING_DEV_ORIGIN` is ever
 * requested, because the map's rules reject other origins.
 */
export async function developmentPlugin(boot: BootPlugin): Promise<MappedPlugin> {
  const address = new URL('lading-plugin.json', boot.address);
  try {
    const answer = await outgoing().request(address, {
      allowLoopback: true,
      allowPrivate: true,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      limit: LIMIT,
    });
    const text = (await answer.bytes()).toString('utf8');
    if (answer.status !== 200) throw new Error(`it returned ${answer.status}: ${text.slice(0, 500)}`);
    const manifest = JSON.parse(text) as Manifest;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return {
      boot: { ...boot, version: manifest.version, hash },
      plugin: { manifest, hash, files: new Map() },
      foreign: true,
    };
  } catch (error) {
    const cause = `Failed to load ${address.href}: ${(error as Error).message}. Is lading-kit dev running?`;
    return { boot: { ...boot, problem: { class: 'network', cause } }, foreign: true };
  }
}
