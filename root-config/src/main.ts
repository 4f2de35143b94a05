import 'systemjs/dist/system.js';
import type { SystemLike } from './loader/systemHooks.ts';
import { showStartFailure } from './page/startFailure.ts';
import { start } from './start.ts';

const nativeImport = (url: string): Promise<object> => import(/* @vite-ignore */ url);

start(document as Document & { defaultView: Window }, System as unknown as SystemLike, nativeImport).catch(
  (error: unknown) => {
    showStartFailure(document, () => location.reload());
    reportError(error);
  },
);
