import type { BootPlugin } from '@lading/contract/rest';
import type { MappedPlugin } from '../ConsoleState.ts';

/** An entry of the import map that is not turned off. */
export interface Entry {
  specifier: string;
  address: string;
  from: 'default' | 'operator';
}

/**
 * The first of an entry's addresses that can be loaded: its own, then `others` in order. Where that is another one, the
 * result says what it replaces; where none can be loaded, the result is the failure of the entry itself.
 */
export async function firstLoaded(
  own: MappedPlugin,
  others: readonly string[],
  load: (address: string) => Promise<MappedPlugin>,
): Promise<MappedPlugin> {
  const { problem, address: wanted } = own.boot;
  if (!problem || problem.class === 'duplicate-name') return own;
  for (const address of new Set(others)) {
    if (address === wanted) continue;
    const found = await load(address);
    if (found.boot.problem) continue;
    const boot: BootPlugin = { ...found.boot, replaces: { address: wanted, ...problem } };
    return { ...found, boot };
  }
  return own;
}
