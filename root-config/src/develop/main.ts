import { ContributionCache } from '../contributions/contributionCache.ts';
import { readBoot } from '../page/readBoot.ts';
import styles from './develop.css?inline';
import { ErrorOverlay } from './ErrorOverlay.ts';
import { OverrideBar } from './OverrideBar.ts';
import { prepare } from './prepare.ts';
import { readDevelopmentPlugin } from './readDevelopmentPlugin.ts';
import { startConsole } from './startConsole.ts';
import { watchErrors } from './watchErrors.ts';

/**
 * Starts a page with a development override: replaces the plugin in the page's data if the
 * development server responds, and then starts the console as in every page.
 */
async function develop(page: Document & { defaultView: Window }): Promise<void> {
  const boot = readBoot(page);
  const { override } = boot;
  if (!override) throw new Error('The page has no development override');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const cache = new ContributionCache(() => page.defaultView.localStorage);
  const bar = new OverrideBar(page, override);
  const overlay = new ErrorOverlay(page, override);
  const found = await readDevelopmentPlugin(override.origin, (url) => import(/* @vite-ignore */ url));
  if ('plugin' in found) prepare(page, boot, override, found.plugin, cache);
  else if ('rejected' in found) overlay.show(found.rejected);
  bar.show('plugin' in found ? 'active' : 'rejected' in found ? 'rejected' : 'lost');
  watchErrors(page.defaultView, override.origin, (error) => {
    overlay.show(error);
    void readDevelopmentPlugin(override.origin).then((now) => {
      if ('lost' in now) bar.show('lost');
    });
  });
  startConsole(page, override.boot);
}

void develop(document as Document & { defaultView: Window });
