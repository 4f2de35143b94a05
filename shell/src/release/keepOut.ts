import type { BootDocument } from '@lading/contract/rest';
import { FRAMES } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { PageData } from './readPage.ts';

/**
 * Shows plugins that are untrusted in a newer page in frames when they are opened next, so that
 * their code is not loaded again. Does nothing in a page without frames, which cannot show them:
 * the failure would be that of the plugin.
 */
export function keepOut(
  records: readonly PluginRecord[],
  { map }: Pick<PageData, 'map'>,
  { plugins }: BootDocument,
): void {
  if (map.imports[FRAMES] === undefined) return;
  for (const record of records) {
    record.frame ??= plugins.find(({ specifier }) => specifier === record.specifier)?.frame;
  }
}
