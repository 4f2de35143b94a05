import 'systemjs/dist/system.js';
import type { ModuleFailure } from '@lading/contract/host';
import { refetch } from './loader/probe.ts';
import type { SystemLike } from './loader/systemHooks.ts';
import { showStartFailure } from './page/startFailure.ts';
import { start } from './start.ts';

const nativeImport = (url: string): Promise<object> => import(/* @vite-ignore */ url);

start(document as Document & { defaultView: Window }, System as unknown as SystemLike, nativeImport).catch(
  (error: unknown) => {
    const failed = (error as Partial<ModuleFailure> | null)?.request;
    showStartFailure(document, error, async () => {
      // The browser's cached copy may be the rejected one.
      if (failed !== undefined) await refetch(failed);
      location.reload();
    });
    reportError(error);
  },
);
