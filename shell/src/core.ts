import type { ShellStart } from '@lading/contract/host';
import { reaction, when } from 'mobx';
import type { FrameModule } from './frame/FrameModule.ts';
import { causeOf, logFailure } from './log/log.ts';
import { watchLinkClicks } from './navigation/linkClicks.ts';
import { adoptStyles } from './page/adoptStyles.ts';
import { followPage } from './page/followPage.ts';
import css from './page/page.css?inline';
import { pageElements, removeSkeleton } from './page/pageElements.ts';
import { Shell } from './Shell.ts';

/** Starts the console in the page. Resolves when the first page's address is settled. */
export async function startShell(start: ShellStart): Promise<void> {
  adoptStyles(css);
  const shell = new Shell(start, pageElements(document));
  const { navigation, address, plugins, registry } = shell;
  address.watch((event) => navigation.onAddress(event));
  start.scheduler.start();
  await plugins.read();
  watchLinkClicks(start.boot.base, (target) => void navigation.goTo(target, 'push'));
  navigation.blockers.watchTab();
  // What is registered while the console runs may answer the page that is shown.
  reaction(
    () => shell.page,
    () => void start.scheduler.trigger(),
  );
  when(
    () => !shell.page.frameless && shell.initialData.state !== 'missing',
    () => void showFrame(start, shell),
  );
  when(
    () => registry.list('routes').length > 0 && shell.initialData.state === 'ready',
    () => void shell.runMainRequests().then(() => shell.runSignedInRequests()),
  );
  await navigation.start();
  followPage(shell);
  whenShown(shell, () => removeSkeleton(shell.elements));
}

/** The frame comes with the first page that has one. The page itself does not wait for it. */
async function showFrame({ loader }: ShellStart, shell: Shell): Promise<void> {
  try {
    const { mountFrame } = (await loader.import('@lading/shell/frame')) as FrameModule;
    mountFrame(shell);
  } catch (error) {
    logFailure(`The frame could not be shown: ${causeOf(error)}`);
    shell.notifications.error('Header and sidebars could not be loaded. Reload the page to try again.');
  }
}

/** Once a plug-in, its panel or a page of the shell's own stands in the content. */
function whenShown(shell: Shell, then: () => void): void {
  when(
    () => shell.page.plugin === undefined || ['mounted', 'failed'].includes(shell.page.plugin.state.status),
    then,
  );
}
