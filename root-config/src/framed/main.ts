import 'systemjs/dist/system.js';
import { CHUNK_TIMEOUT_MS } from '@lading/contract';
import type { FramedModule } from '@lading/contract/host';
import { registerCoreModules } from '../loader/coreModules.ts';
import { SystemModuleLoader } from '../loader/SystemModuleLoader.ts';
import type { SystemLike } from '../loader/systemHooks.ts';
import { configureFluent } from '../page/fluentStyles.ts';
import { createFramePolicy } from './createFramePolicy.ts';
import { openPort } from './openPort.ts';
import { readFrame } from './readFrame.ts';
import { restrictWindow } from './restrictWindow.ts';

/** Starts the document of an untrusted plugin. */
async function start(system: SystemLike): Promise<void> {
  const { base, guarded, entry, files, plugin } = readFrame(document);
  // Before any other code runs.
  restrictWindow(window);
  const port = openPort(window);
  createFramePolicy(base);
  configureFluent(document as Document & { defaultView: Window });
  const loader = new SystemModuleLoader(system, { chunkTimeout: CHUNK_TIMEOUT_MS, guarded });
  loader.expect(files);
  await registerCoreModules(system);
  const { startFrame } = (await loader.import('@lading/shell/framed')) as FramedModule;
  startFrame({ plugin, entry, loader, ...port });
}

start(System as unknown as SystemLike).catch((error: unknown) => reportError(error));
