import { diagnosticsPage } from '../pages/DiagnosticsPage.ts';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import {
  addressOf,
  mapOf,
  type PluginSource,
  publishPlugins,
  writeOperatorFile,
  writeOperatorMap,
} from '../support/plugins.ts';

/** Shows its version and, with a button, the content of a file of that version. */
const tide = (version: string): PluginSource => ({
  specifier: '@lading/plugin-tide',
  version,
  mount: `const button = document.createElement('button');
    button.textContent = 'Deeper';
    button.onclick = () => load('chunks/deep.js').then((deep) => button.after(deep.text));
    props.domElement.append('tide ${version}', button);`,
  files: {
    'chunks/deep.js': `System.register([], (give) => ({ execute() { give('text', 'the deep of ${version}'); } }));`,
  },
  contributions: {
    menuItems: [
      {
        sidebar: 'application',
        path: '/tide',
        label: { id: 'tide.menu', text: version === '1.0.0' ? 'The tide' : `The tide of ${version}` },
      },
    ],
  },
});
/** Passes every check of the server and fails when it is evaluated. */
const sunkenAuth: PluginSource = {
  specifier: '@lading/plugin-auth',
  version: '9.0.0',
  evaluate: `throw new Error('sunk');`,
  contributions: {
    routes: [
      {
        path: '/login',
        name: 'login',
        title: { id: 'login', text: 'Sign in' },
        public: true,
        frameless: true,
      },
    ],
  },
};
const first = tide('1.0.0');
const second = tide('2.0.0');
const third = tide('3.0.0');

describe('a plugin is replaced by editing the custom import map while the server runs', () => {
  let platform: Platform;
  let npm: NpmClient;
  const slot = new PluginSlot('tide');
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, [first, second]);
    writeOperatorMap(platform.home, mapOf([first]));
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('mounts the new version at the next page load, while an open page keeps working [mfe-01, mfe-05]', async () => {
    await open('/tide');
    await slot.waitForText('tide 1.0.0');
    const before = await browser.getWindowHandle();
    writeOperatorMap(platform.home, mapOf([second]));

    await browser.newWindow(`${platform.origin}/ui/packages`);
    await shellPage.menuItem('The tide of 2.0.0').click();
    await slot.waitForText('tide 2.0.0');
    await slot.element.$('button=Deeper').click();
    await slot.waitForText('the deep of 2.0.0');
    await expect(shellPage.menuItem('The tide')).not.toBeExisting();
    await browser.closeWindow();

    await browser.switchToWindow(before);
    await slot.element.$('button=Deeper').click();
    await slot.waitForText('the deep of 1.0.0');
    await shellPage.menuItem('Packages').click();
    await $('h1=Packages').waitForDisplayed();
    await shellPage.menuItem('The tide').click();
    await slot.waitForText('tide 1.0.0');
    await browser.refresh();
    await slot.waitForText('tide 2.0.0');
  });

  for (const { what, text, line, reason } of [
    {
      what: 'is no JSON',
      text: '{\n  "imports": {\n    "@lading/plugin-tide": oops\n  }\n}\n',
      line: 3,
      reason: /JSON/,
    },
    {
      what: 'leads to another origin',
      text: '{\n  "imports": {\n    "@lading/plugin-tide": "https://elsewhere.example/plugin.js"\n  }\n}\n',
      line: 3,
      reason: /https:\/\/elsewhere\.example.*LADING_DEV_ORIGIN/,
    },
    {
      what: 'names what is no plugin',
      text: `{\n  "imports": {\n    "@lading/plugin-tide": "${addressOf(second)}",\n    "react": "/ui/plugins/tide/2.0.0/plugin.js"\n  }\n}\n`,
      line: 4,
      reason: /invalid plugin name "react"/,
    },
  ]) {
    it(`keeps the last valid map in use when an edit ${what}, and reports the line and the reason`, async () => {
      writeOperatorMap(platform.home, mapOf([second]));
      await open('/tide');
      await slot.waitForText('tide 2.0.0');
      writeOperatorFile(platform.home, text);
      await open('/tide');
      await slot.waitForText('tide 2.0.0');
      await diagnosticsPage.go();
      await expect(diagnosticsPage.refusal).toHaveText(expect.stringMatching(reason));
      await expect(diagnosticsPage.refusal).toHaveText(expect.stringContaining(`line ${line}:`));
      await expect(diagnosticsPage.entry('@lading/plugin-tide')).toHaveText(addressOf(second));
    });
  }

  it('uses the last good version while the mapped one does not exist, and the new one once it is published', async () => {
    writeOperatorMap(platform.home, mapOf([third]));
    await open('/tide');
    await slot.waitForText('tide 2.0.0');
    await diagnosticsPage.go();
    await expect(diagnosticsPage.entry('@lading/plugin-tide')).toHaveText(addressOf(third));
    await expect(diagnosticsPage.problem('@lading/plugin-tide')).toHaveText(
      `plugins-local does not contain @lading/plugin-tide 3.0.0. In use instead: ${addressOf(second)}`,
    );
    await publishPlugins(npm, [third]);
    await browser.waitUntil(async () => {
      await open('/tide');
      await slot.element.waitForExist();
      await browser.waitUntil(async () => (await slot.state()) === 'mounted');
      return (await slot.element.getText()).includes('tide 3.0.0');
    });
    await diagnosticsPage.go();
    await expect(diagnosticsPage.past).toHaveText(
      expect.stringContaining('plugins-local does not contain @lading/plugin-tide 3.0.0'),
    );
  });

  it('turns a plugin off with null', async () => {
    writeOperatorMap(platform.home, { '@lading/plugin-tide': null });
    await open('/packages');
    await $('h1=Packages').waitForDisplayed();
    await expect(shellPage.menuItem('The tide of 3.0.0')).not.toBeExisting();
    await open('/tide');
    await $('h1=Page not found').waitForDisplayed();
    expect(new URL(await browser.getUrl()).pathname).toBe('/ui/404');
  });

  it('keeps the sign-in page when its plugin is turned off or fails, and offers safe mode [mfe-03]', async () => {
    writeOperatorMap(platform.home, { '@lading/plugin-auth': null });
    await browser.deleteCookies();
    await signInPage.openAsAdmin(platform);
    await diagnosticsPage.go();
    await expect(diagnosticsPage.refusal).toHaveText(expect.stringContaining('cannot be turned off'));

    await publishPlugins(npm, [sunkenAuth]);
    writeOperatorMap(platform.home, mapOf([sunkenAuth]));
    await browser.deleteCookies();
    await open('/login');
    await new PluginSlot('auth').waitForState('failed');
    await $('button=Start in safe mode').click();
    await expect($('.lading-safe-mode')).toHaveText(expect.stringContaining('Safe mode'));
    await signInPage.signIn('admin', platform.password);
    await $('h1=Packages').waitForDisplayed();
    await $('button=Leave safe mode').click();
    await $('button=Leave safe mode').waitForExist({ reverse: true });
  });
});
