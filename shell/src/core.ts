import type { Disposer } from '@lading/contract';
import type { ShellStart } from '@lading/contract/host';
import { autorun, reaction, when } from 'mobx';
import { watchAnalytics } from './analytics/watchAnalytics.ts';
import type { FrameModule } from './frame/FrameModule.ts';
import { QUICK_DEPLOY_FEATURE } from './guards/landing.ts';
import { watchHealth } from './health/watchHealth.ts';
import type { Say } from './language/say.ts';
import { later, laterParts } from './later.ts';
import { causeOf, logFailure } from './log/log.ts';
import { NEW_ONBOARDING } from './menu/rules.ts';
import { messages } from './messages.ts';
import { watchLinkClicks } from './navigation/linkClicks.ts';
import { adoptStyles } from './page/adoptStyles.ts';
import { followPage } from './page/followPage.ts';
import css from './page/page.css?inline';
import { pageElements, removeSkeleton } from './page/pageElements.ts';
import { watchForNewVersion } from './page/watchForNewVersion.ts';
import { framelessPanel } from './plugins/panel.ts';
import { watchProject } from './projects/watchProject.ts';
import { Shell } from './Shell.ts';
import { watchSession } from './session/watchSession.ts';
import { watchPlatformData } from './startup/watchPlatformData.ts';
import { watchServerName } from './startup/watchServerName.ts';
import { watchStartupRequests } from './startup/watchStartupRequests.ts';

/** Maximum time the first page waits for the selected language, in milliseconds. */
const LANGUAGE_PATIENCE_MS = 3_000;

/**
 * Maximum time the frame waits for the first page to render before it, in milliseconds. Until then,
 * its skeleton is shown.
 */
const FRAME_PATIENCE_MS = 500;

/** How often an open page asks for the active release set of plugins, in milliseconds. */
const RELEASE_MS = 50_000;

/**
 * Starts the console in the page. Resolves when the URL of the first page is settled; the disposer
 * ends the console.
 */
export async function startShell(start: ShellStart): Promise<Disposer> {
  adoptStyles(css);
  const shell = new Shell(start, pageElements(document));
  const { navigation, plugins } = shell;
  const disposers = [
    shell.language.watchCatalogs(),
    shell.address.watch((event) => navigation.onAddress(event)),
  ];
  const offerReload = () =>
    shell.notifications.offer(say(shell)(messages.newVersion), say(shell)(messages.reload), () =>
      location.reload(),
    );
  start.scheduler.start();
  await Promise.all([plugins.read(), inTime(shell.language.ready)]);
  disposers.push(
    watchLinkClicks(start.boot.base, (target) => void navigation.goTo(target, 'push')),
    navigation.blockers.watchTab(),
    watchForNewVersion(start.loader, start.boot, offerReload),
    watchRelease(shell, start, offerReload),
    // A route registered while the console runs may own the current page.
    reaction(
      () => shell.page.plugin,
      () => navigation.follow(),
    ),
    later(async () =>
      start.boot.safeMode ? (await laterParts()).safeModeBar(shell.base, say(shell)) : () => {},
    ),
    watchSession(shell, start.loader),
    watchProject(shell),
    watchStartupRequests(shell),
    watchPlatformData(shell, () => isShown(shell.page), start.quietMillis),
    later(() => onboarding(shell)),
    watchServerName(shell, () => isShown(shell.page), start.quietMillis),
  );
  await navigation.start();
  let ended = false;
  disposers.push(
    // Only now is it known whether the page has a frame: an anonymous user may have been redirected
    // to the sign-in page.
    when(
      () => !shell.page.frameless,
      () =>
        void showFrame(start, shell).then((dispose) => {
          if (ended) dispose();
          else disposers.push(dispose);
        }),
    ),
    followPage(shell),
    whenShown(shell, () => removeSkeleton(shell.elements)),
    watchHealth(shell),
    watchAnalytics(shell),
  );
  return () => {
    ended = true;
    for (const dispose of disposers) dispose();
  };
}

/** The quick setup is open, or a feature shows it to new users. */
async function onboarding(shell: Shell): Promise<Disposer> {
  const { platform, state } = shell;
  await when(
    () =>
      state.quickSetupVisible ||
      platform.supported(QUICK_DEPLOY_FEATURE) ||
      platform.supported(NEW_ONBOARDING),
  );
  return (await laterParts()).watchOnboarding(shell);
}

/** Asks for the active release set of plugins. The code is not needed before. */
function watchRelease(shell: Shell, start: ShellStart, offerReload: () => Disposer): Disposer {
  return shell.periodic.repeat(async (signal) => {
    await (await laterParts()).lookForRelease(shell, start, offerReload, signal);
  }, RELEASE_MS);
}

/**
 * Limits the wait for a language, which must not block the page. A late language is applied once
 * loaded.
 */
function inTime(ready: Promise<void>): Promise<void> {
  return Promise.race([ready, new Promise<void>((resolve) => setTimeout(resolve, LANGUAGE_PATIENCE_MS))]);
}

/** Shows the frame with the first page that has one. The page does not wait for it. */
async function showFrame({ loader }: ShellStart, shell: Shell): Promise<Disposer> {
  try {
    const { mountFrame } = (await loader.import('@lading/shell/frame')) as FrameModule;
    // The page content takes priority over the frame.
    await when(() => isShown(shell.page), { timeout: FRAME_PATIENCE_MS }).catch(() => {});
    return mountFrame(shell);
  } catch (error) {
    logFailure(`Failed to show the frame: ${causeOf(error)}`);
    shell.notifications.offer(say(shell)(messages.frameFailed), say(shell)(messages.reload), () =>
      location.reload(),
    );
    return withoutFrame(shell);
  }
}

/**
 * Replaces the shell's own pages, which are part of the frame, with a message that they failed to
 * load.
 */
function withoutFrame(shell: Shell): Disposer {
  const panel = framelessPanel(say(shell), () => location.reload());
  return autorun(() => {
    if (shell.page.plugin === undefined) shell.elements.content.append(panel);
    else panel.remove();
  });
}

const say =
  ({ language }: Shell): Say =>
  (message, values) =>
    language.text(message, values);

/** Calls `then` once the content contains a plugin, its panel, or a shell page. */
function whenShown(shell: Shell, then: () => void): Disposer {
  return when(() => isShown(shell.page), then);
}

function isShown({ plugin }: Shell['page']): boolean {
  return plugin === undefined || plugin.state.status === 'mounted' || plugin.state.status === 'failed';
}
