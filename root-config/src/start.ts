import { CHUNK_TIMEOUT_MS } from '@lading/contract';
import type { ShellModule } from '@lading/contract/host';
import type * as singleSpa from 'single-spa';
import { ContributionCache } from './contributions/contributionCache.ts';
import { readManifests } from './contributions/readManifests.ts';
import { anticipatePreloads } from './loader/anticipatePreloads.ts';
import { registerCoreModules } from './loader/coreModules.ts';
import { developmentModules } from './loader/developmentModules.ts';
import { SystemModuleLoader } from './loader/SystemModuleLoader.ts';
import type { SystemLike } from './loader/systemHooks.ts';
import { AheadCalls } from './page/AheadCalls.ts';
import { configureFluent } from './page/fluentStyles.ts';
import { readBoot } from './page/readBoot.ts';
import { limitScriptAddresses } from './page/scriptAddresses.ts';
import { endLateLine } from './page/startFailure.ts';
import { applyTheme } from './page/theme.ts';
import { warmFormatters } from './page/warmFormatters.ts';
import { singleSpaScheduler } from './scheduler.ts';

/** Starts the shell: sets up policy, loader, shared modules, and scheduler first. */
export async function start(
  page: Document & { defaultView: Window },
  system: SystemLike,
  nativeImport: (url: string) => Promise<object>,
): Promise<void> {
  const boot = readBoot(page);
  // First, because the first access to browser storage blocks for several milliseconds.
  const ahead = new AheadCalls(boot.ahead);
  applyTheme(page);
  const cache = new ContributionCache(() => page.defaultView.localStorage);
  const firstRead = readManifests(boot, cache);
  limitScriptAddresses(boot.base, boot.dev?.origin);
  configureFluent(page);
  const loader = new SystemModuleLoader(system, {
    chunkTimeout: boot.test?.chunkTimeout ?? CHUNK_TIMEOUT_MS,
    guarded: `${boot.base}plugins/`,
    foreign: developmentModules(boot.dev, nativeImport),
  });
  anticipatePreloads(page, loader);
  warmFormatters(page.defaultView);
  if (boot.dev) await nativeImport(boot.dev.preamble);
  await registerCoreModules(system);
  const [spa, shell] = await Promise.all([
    loader.import('single-spa') as Promise<typeof singleSpa>,
    loader.import('@lading/shell') as Promise<ShellModule>,
  ]);
  let asked = false;
  endLateLine(page);
  await shell.startShell({
    boot,
    loader,
    takeAhead: (address, init) => ahead.take(address, init),
    scheduler: singleSpaScheduler(spa, (error) => page.defaultView.reportError(error)),
    readManifests: (of = boot) => {
      const first = !asked;
      asked = true;
      return first ? firstRead : readManifests(of, cache);
    },
  });
}
