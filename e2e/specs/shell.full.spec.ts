import { headerMenus } from '../pages/HeaderMenus.ts';
import { repositoryTreePage } from '../pages/RepositoryTreePage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeUser } from '../support/users.ts';

const PASSWORD = 'hold-fast-to-Th1s-rail';

describe('the frame around the screens', () => {
  let platform: Platform;
  const place = async () => (await browser.getUrl()).slice(platform.origin.length);
  const waitForPlace = (path: string) =>
    browser.waitUntil(async () => (await place()) === path, { timeoutMsg: `never came to ${path}` });
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  /** Returns the items of the open help menu that features can hide. */
  const helpItems = async () =>
    (await headerMenus.labels()).filter((label) =>
      ['Documentation', 'Learning Center', 'Keyboard Shortcuts'].includes(label),
    );
  const heading = (text: string) => $(`h1=${text}`);

  async function start(env: Record<string, string>): Promise<void> {
    platform = await startPlatform(env);
    await makeUser(platform, 'deckhand', PASSWORD);
    await signInAs('admin');
  }
  async function signInAs(user: string): Promise<void> {
    await browser.deleteCookies();
    await signInPage.open(platform, '/ui/login?logout=true');
    await signInPage.signIn(user, user === 'admin' ? platform.password : PASSWORD);
    await signInPage.userName.waitForExist({ reverse: true });
  }

  describe('with an OSS license, and two interfaces', () => {
    before(() =>
      start({
        LADING_LICENSE: 'OSS',
        LADING_FEATURES: 'COMMON.NAVIGATION_SWITCH,COMMON.EDUCATION_CENTER',
      }),
    );
    after(() => platform.stop());

    it('redirects from the start page to the packages [route-01]', async () => {
      for (const path of ['/', '/home']) {
        await open(path);
        await heading('Packages').waitForDisplayed();
        expect(await place()).toBe('/ui/packages');
      }
    });

    it('shows the logo of the license [shell-09] [shell-10]', async () => {
      await expect($('.lading-logo')).toHaveText('Lading Open Source');
    });

    it('has an application sidebar and an administration sidebar, which follow the page [shell-02]', async () => {
      await $('nav[aria-label="Application"]').waitForDisplayed();
      await $('button=Administration').click();
      await $('nav[aria-label="Administration"]').waitForDisplayed();
      await $('nav[aria-label="Administration"]').$('a=Users').click();
      await heading('Users').waitForDisplayed();
      await open('/packages');
      await $('nav[aria-label="Application"]').waitForDisplayed();
      await expect($('nav[aria-label="Administration"]')).not.toExist();
    });

    it('scrolls a long menu to the item of the page', async () => {
      await browser.setWindowSize(1440, 500);
      for (const path of ['/admin/support-zone', '/admin/repositories/local']) {
        await open(path);
        await $('.lading-side-lists [aria-current]').waitForDisplayed({ withinViewport: true });
      }
      await browser.setWindowSize(1440, 900);
    });

    it('offers no scanning features beyond the license [shell-15] [srch-10]', async () => {
      const entitlements = await browser.executeAsync((done) => {
        fetch('/ui/api/v1/system/entitlements')
          .then((answer) => answer.json())
          .then(done);
      });
      expect(entitlements).toMatchObject({
        entitlements: expect.arrayContaining([{ name: 'security_scanning', entitled: false }]),
      });
      await open('/violations');
      await expect($('.ld-state__more')).toHaveText(
        expect.stringContaining('It requires a license that includes security_scanning.'),
      );
      await expect($('nav[aria-label="Application"]').$('a=Packages')).toBeDisplayed();
      await expect($('nav[aria-label="Application"]').$('a=Violations')).not.toExist();
      await expect($('.lading-searchbox-in').$('option=Xray')).not.toExist();
    });

    it('offers enabled items in the help menu, and their guides [shell-07]', async () => {
      await headerMenus.open('Help');
      expect(await helpItems()).toEqual(['Documentation', 'Learning Center', 'Keyboard Shortcuts']);
      await headerMenus.item('Documentation').click();
      await $('h2=The console').waitForDisplayed();
      expect(await place()).toBe('/ui/help/documentation');
      await $('.help-guides').$('a=npm packages').click();
      await heading('npm packages').waitForDisplayed();
      await headerMenus.open('Help');
      await headerMenus.item('Learning Center').click();
      await $('a=Lesson 1: First steps').waitForDisplayed();
    });

    it('shows the API reference, with a command for each request', async () => {
      await open('/help/documentation');
      await $('.help-guides').$('a=API reference').click();
      await heading('API reference').waitForDisplayed();
      await $('input[type="search"][aria-label="Search calls"]').setValue('patch members');
      // The previous requests are shown until the search is applied.
      await browser.waitUntil(async () => (await $$('.help-call').length) === 1);
      // A request opens by keyboard, and does not make the page wider than a phone.
      await browser.execute(() => document.querySelector<HTMLElement>('.help-call summary')?.focus());
      await browser.keys('Enter');
      await expect($('.help-call__details')).toHaveText(expect.stringContaining('Administrators.'));
      await expect($('.help-call__curl pre')).toHaveText(
        expect.stringMatching(/^curl -X PATCH 'http.*\/access\/api\/v2\/groups\/\{name\}\/members'/),
      );
      await browser.setViewport({ width: 390, height: 844 });
      const overflow = () =>
        browser.execute(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await overflow()).toBe(0);
      await browser.setViewport({ width: 1440, height: 900 });
    });

    it('switches between the two interfaces, the new one with its badge [shell-17]', async () => {
      await headerMenus.open('User ');
      await headerMenus.item('Switch to Classic UI').click();
      await headerMenus.open('User ');
      await expect(headerMenus.item('Switch to New UI')).toHaveText(expect.stringContaining('Beta'));
      // The classic interface shows both sidebars at once.
      await expect($('nav[aria-label="Application"]')).toBeDisplayed();
      await expect($('nav[aria-label="Administration"]')).toBeDisplayed();
      await headerMenus.item('Switch to New UI').click();
      await $('button=Administration').waitForDisplayed();
    });

    it('shows the text of the overview [route-02]', async () => {
      await open('/overview');
      await heading('Overview').waitForDisplayed();
      await expect($('main')).toHaveText('Overview');
    });

    it('has error pages, and leaves the one for a failed server if it is opened first [route-06]', async () => {
      await open('/406/request-7');
      await expect($('main')).toHaveText(expect.stringContaining('request-7'));
      for (const path of ['/404', '/authorization']) {
        await open(path);
        await $('h1').waitForDisplayed();
        expect(await place()).toBe(`/ui${path}`);
      }
      await open('/500');
      await waitForPlace('/ui/packages');
      await shellPage.push('/500');
      await heading('Server error').waitForDisplayed();
    });

    it('offers administrators what only they can create, and hides it from others [shell-04] [shell-08]', async () => {
      await open('/packages');
      await headerMenus.open('Create');
      const offered = await headerMenus.labels();
      expect(offered).toEqual(
        expect.arrayContaining([
          'New Local Repository',
          'New Remote Repository',
          'New Virtual Repository',
          'New User',
          'New Group',
          'New Permission',
        ]),
      );
      await headerMenus.item('New Group').click();
      await waitForPlace('/ui/admin/management/groups/new');
      await signInAs('deckhand');
      await heading('Packages').waitForDisplayed();
      await expect($('button=Administration')).not.toExist();
      await headerMenus.open('Create');
      expect(await headerMenus.labels()).toEqual(['Set Me Up']);
      await headerMenus.item('Set Me Up').click();
      await heading('Set Me Up').waitForDisplayed();
      await expect($('main')).toHaveText(
        expect.stringContaining('No repositories that you have permission to read'),
      );
    });

    it('sets up a client of a repository [shell-08]', async () => {
      await signInAs('admin');
      await open('/set-me-up?repo=npm');
      await $('main').$('p=Sign in with a token').waitForDisplayed();
      await expect($('main')).toHaveText(
        expect.stringContaining(`npm config set registry ${platform.origin}/artifactory/api/npm/npm/`),
      );
    });
  });

  describe('in the cloud, with quick deploy', () => {
    before(() =>
      start({
        LADING_SCANNING: 'false',
        LADING_CLOUD: 'true',
        LADING_SUBSCRIPTION_URL: 'https://account.example.org/subscription',
        LADING_FEATURES: 'COMMON.QUICK_DEPLOY_LANDING',
      }),
    );
    after(() => platform.stop());

    it('redirects an administrator to the quick setup [route-08]', async () => {
      await waitForPlace('/ui/quick-setup');
      await $('h1').waitForDisplayed();
    });

    it('links to the page of the subscription [shell-05]', async () => {
      await open('/packages');
      await heading('Packages').waitForDisplayed();
      await headerMenus.open('User ');
      await headerMenus.item('Manage subscription').waitForDisplayed();
      const link = headerMenus.item('Manage subscription');
      expect(await link.getAttribute('href')).toBe('https://account.example.org/subscription');
      await expect(headerMenus.item('Cloud Subscription and Usage')).toExist();
      await headerMenus.close();
    });

    it('explains that Security and Compliance requires the scanning service, which is off [route-12]', async () => {
      await open('/admin/security-and-compliance');
      await heading('Security and compliance').waitForDisplayed();
    });
  });

  describe('on a lightweight registry of containers', () => {
    before(() => start({ LADING_LICENSE: 'JCR', LADING_FEATURES: 'COMMON.LIGHTWEIGHT_INSTANCE' }));
    after(() => platform.stop());

    it('redirects from the start page to the repository tree [route-01] [route-08]', async () => {
      await open('/');
      await waitForPlace('/ui/lightweight');
      await heading('Artifacts').waitForDisplayed();
      await repositoryTreePage.line('npm-local, Local, npm').waitForDisplayed();
      await repositoryTreePage.link('npm-local, Local, npm').click();
      await waitForPlace('/ui/repos/tree/General/npm-local');
      await repositoryTreePage.heading('npm-local').waitForDisplayed();
    });

    it('hides unrelated help, and shows its name [shell-07] [shell-09]', async () => {
      await expect($('.lading-logo')).toHaveText('Lading Container Registry');
      await headerMenus.open('Help');
      expect(await helpItems()).toEqual(['Documentation']);
      await headerMenus.close();
    });
  });
});
