import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';
import { distrust } from '../support/untrusted.ts';

/** Asks the user, and opens its page then. */
const ferry: PluginSource = {
  ...{ specifier: 'lading-plugin-ferry', imports: ['@lading/ui', 'react'] },
  contributions: {
    extensions: {
      dashboardWidgets: [
        {
          ...{ id: 'ferry.leave', label: { id: 'ferry.leave', text: 'Ferry' } },
          widget: { $ref: 'extensions/dashboardWidgets/0/widget' },
        },
      ],
    },
  },
  functions: {
    'extensions/dashboardWidgets/0/widget': `async () => () => {
      const { modals, navigation } = shared[0].useShell();
      const leave = async () => {
        if (await modals.confirm({ title: 'Leave', text: 'Now?', verb: 'Cross' })) navigation.go('/ferry');
      };
      return shared[1].createElement(shared[0].Button, { label: 'Leave', onClick: leave });
    }`,
  },
};
/** Takes the focus once, some seconds after the user has typed "q" into it. */
const pirate: PluginSource = {
  specifier: 'lading-plugin-pirate',
  mount: `const field = props.domElement.appendChild(document.createElement('input'));
    field.setAttribute('aria-label', 'Log');
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'q') setTimeout(() => { window.focus(); field.focus(); }, 3_000);
    });`,
};

describe('the focus and untrusted plugins', () => {
  let platform: Platform;
  let npm: NpmClient;
  const slot = new PluginSlot('pirate');
  const plugins = [ferry, pirate];

  before(async () => {
    platform = await startPlatform();
    npm = new NpmClient(platform, 'plugins-local');
    await publishPlugins(npm, plugins);
    writeOperatorMap(platform.home, mapOf(plugins));
    await distrust(platform, plugins);
    await signInPage.openAsAdmin(platform);
    await $('h1=Packages').waitForDisplayed();
  });
  after(async () => {
    npm?.remove();
    await platform?.stop();
  });

  it('let a widget ask and navigate after a click in it', async () => {
    await shellPage.menuItem('Dashboard').click();
    const widget = $('//section[.//h2[normalize-space()="Ferry"]]');
    await widget.scrollIntoView();
    await widget.$('iframe').waitForExist();
    await widget.$('[aria-busy="true"]').waitForExist({ reverse: true });
    await browser.switchFrame(widget.$('iframe'));
    await $('button=Leave').click();
    await browser.switchFrame(null);
    await $('button=Cross').click();
    await expect(browser).toHaveUrl(`${platform.origin}/ui/ferry`);
  });

  /** As the console asks for the password over the page. */
  const askForPassword = () =>
    browser.execute(() => {
      const field = Object.assign(document.createElement('input'), { type: 'password' });
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.append(field);
      dialog.showModal();
    });
  const password = () => $('dialog input[type="password"]');
  async function typeInFrame(key: string): Promise<void> {
    await browser.switchFrame($('iframe'));
    await $('input').click();
    await browser.keys(key);
    await browser.switchFrame(null);
  }

  it('returns to a page after a dialog, also from a password', async () => {
    await browser.url(`${platform.origin}/ui/pirate`);
    await slot.waitForState('mounted');
    await typeInFrame('a');
    await askForPassword();
    await browser.keys([...'secret']);
    await expect(password()).toHaveValue('secret');
    await browser.execute(() => {
      const dialog = document.querySelector('dialog');
      dialog?.close();
      dialog?.remove();
    });
    await browser.waitUntil(() => browser.execute(() => document.activeElement?.tagName === 'IFRAME'));
    await typeInFrame('b');
    await browser.switchFrame($('iframe'));
    await expect($('input')).toHaveValue('ab');
    await browser.switchFrame(null);
  });

  it('is not taken from a password over a page, which ends the first time', async () => {
    await typeInFrame('q');
    await askForPassword();
    await slot.waitForState('failed');
    await browser.keys([...'secret']);
    await expect(password()).toHaveValue('secret');
    await browser.execute(() => document.querySelector('dialog')?.remove());
    await slot.element.$('*=takes the focus from fields of the page').waitForDisplayed();
  });
});
