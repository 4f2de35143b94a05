import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, textOf, writeOperatorMap } from '../support/plugins.ts';
import { makeUser } from '../support/users.ts';

const NOT_AUTHORIZED = 'You are not authorized to view this page';
const PASSWORD = 'hold-fast-to-Th1s-rail';

/** A handwritten plugin with one path. */
function answering(name: string, path: string, item: object = {}): PluginSource {
  const title = { id: `${name}.title`, text: `The ${name}` };
  return {
    specifier: `@lading/plugin-${name}`,
    contributions: {
      routes: [{ path, name: `${name}.main`, title }],
      menuItems: [{ sidebar: 'application', path, label: title, ...item }],
    },
  };
}
const builds = answering('builds', '/builds/:name/:number');
const repos = answering('repos', '/repos/tree/General/:repo');
const shut = answering('shut', '/shut', { disabled: true });
const secret = answering('secret', '/secret', { requires: { hidden: true } });

describe('access to pages', () => {
  let platform: Platform | undefined;
  const place = async () => (await browser.getUrl()).slice(platform?.origin.length);
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()) === path, { timeoutMsg: `never came to ${path}` });
  const said = (text: string) => $(`.lading-notification*=${text}`);

  async function start(
    env: Record<string, string>,
    plugins: readonly PluginSource[] = [],
  ): Promise<Platform> {
    platform = await startPlatform(env);
    await makeUser(platform, 'deckhand', PASSWORD);
    if (plugins.length > 0) {
      const npm = new NpmClient(platform, 'plugins-local');
      await publishPlugins(npm, plugins);
      npm.remove();
      writeOperatorMap(platform.home, mapOf(plugins));
    }
    return platform;
  }
  const signInAs = async (user: string, path = '/ui/login?logout=true') => {
    if (!platform) throw new Error('No platform was started');
    await browser.deleteCookies();
    await signInPage.open(platform, path);
    await signInPage.signIn(user, user === 'admin' ? platform.password : PASSWORD);
    await signInPage.userName.waitForExist({ reverse: true });
  };

  describe('with default settings', () => {
    before(async () => {
      await start({ LADING_DISTRIBUTION: 'false' }, [builds, repos, shut, secret]);
    });
    after(() => platform?.stop());

    it('is denied to anonymous users, who see the page after signing in [guard-03]', async () => {
      await browser.url(`${platform?.origin}/ui/builds/core/7`);
      await said(NOT_AUTHORIZED).waitForDisplayed();
      await waitForPlace('/ui/login?logout=true');
      await signInPage.signIn('admin', platform?.password ?? '');
      await waitForPlace('/ui/builds/core/7');
    });

    it('redirects from the start page to the sign-in page without a message [guard-03]', async () => {
      await browser.deleteCookies();
      await browser.url(`${platform?.origin}/ui/`);
      await signInPage.userName.waitForDisplayed();
      expect(await place()).toBe('/ui/login');
      await expect($('.lading-notification')).not.toExist();
    });

    for (const [path, title] of [
      ['/login', 'Sign in'],
      ['/login/forgot-password', 'Forgot password'],
    ]) {
      it(`shows the server name in the title of ${path}, opened directly [guard-06]`, async () => {
        await browser.deleteCookies();
        await browser.url(`${platform?.origin}/ui${path}`);
        await expect(browser).toHaveTitle(`${title} - Lading`);
      });
    }

    it('supports old links with the path after the hash [guard-01]', async () => {
      await signInAs('admin');
      await browser.url(`${platform?.origin}/ui/#/builds/core/7`);
      await new PluginSlot('builds').waitForText(textOf(builds));
      expect(await place()).toBe('/ui/builds/core/7?jenkinsRedirect=true');
      await browser.url(`${platform?.origin}/ui/#/artifacts/repos/tree/General/npm-local`);
      await new PluginSlot('repos').waitForText(textOf(repos));
      expect(await place()).toBe('/ui/repos/tree/General/npm-local');
    });

    for (const path of ['/shut', '/secret']) {
      it(`stays on the page when the menu item of ${path} is disabled or hidden [guard-04]`, async () => {
        await browser.url(`${platform?.origin}/ui/packages`);
        await $('h1=Packages').waitForDisplayed();
        await shellPage.push(path);
        await said('This page is not available.').waitForDisplayed();
        expect(await place()).toBe('/ui/packages');
      });
    }

    for (const [path, because, remedy] of [
      ['/help/learning-center', 'COMMON.EDUCATION_CENTER', 'LADING_FEATURES'],
      ['/release-bundles/source/app/1.0', 'distribution', 'LADING_DISTRIBUTION'],
    ] as const) {
      it(`reports which feature or service ${path} lacks, and who can turn it on [guard-06]`, async () => {
        await signInAs('deckhand');
        await browser.url(`${platform?.origin}/ui${path}`);
        await $('p=This page is not available').waitForDisplayed();
        await expect($('main')).toHaveText(expect.stringContaining(because));
        await expect($('main')).toHaveText(expect.stringContaining(remedy));
        await expect(said(NOT_AUTHORIZED)).not.toExist();
      });
    }

    it('redirects with a message when a page is for administrators [guard-06]', async () => {
      await signInAs('deckhand');
      await browser.url(`${platform?.origin}/ui/admin/management/users`);
      await said(NOT_AUTHORIZED).waitForDisplayed();
      await waitForPlace('/ui/packages');
    });
  });

  describe('without a license', () => {
    before(() => start({ LADING_LICENSE: 'N/A' }));
    after(() => platform?.stop());

    it('is limited to administrators, who see the licenses [guard-05]', async () => {
      await signInAs('admin');
      await waitForPlace('/ui/admin/license_management/licenses');
      await shellPage.push('/packages');
      await said('The platform has no valid license.').waitForDisplayed();
      await waitForPlace('/ui/admin/license_management/licenses');
      await browser.deleteCookies();
      await signInPage.open({ origin: platform?.origin ?? '' });
      await signInPage.signIn('deckhand', PASSWORD);
      await said('The platform has no valid license.').waitForDisplayed();
      await waitForPlace('/ui/login');
      await expect($('.auth-failure')).toHaveText(expect.stringContaining('no valid license'));
      await browser.url(`${platform?.origin}/ui/packages`);
      await $('.auth-failure').waitForDisplayed();
      await signInPage.signIn('admin', platform?.password ?? '');
      await waitForPlace('/ui/admin/license_management/licenses');
    });
  });

  describe('on a lightweight instance', () => {
    before(() => start({ LADING_FEATURES: 'COMMON.LIGHTWEIGHT_INSTANCE' }));
    after(() => platform?.stop());

    it('opens the repository tree or the profile first [guard-07]', async () => {
      await signInAs('admin');
      await waitForPlace('/ui/lightweight');
      await signInAs('deckhand');
      await waitForPlace('/ui/user_profile');
    });
  });
});
