import { Key } from 'webdriverio';
import { PluginSlot } from '../pages/PluginSlot.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { addAxe, faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { mapOf, type PluginSource, publishPlugins, writeOperatorMap } from '../support/plugins.ts';
import { distrust } from '../support/untrusted.ts';

/** Tries what an attacker would, and shows the outcomes. */
const tide: PluginSource = {
  specifier: 'lading-plugin-tide',
  calls: [{ methods: ['GET'], path: '/artifactory/api/repositories' }],
  contributions: { features: [{ name: 'COMMON.TIDE', supported: true }] },
  screen: `async () => ({ default: () => {
    const { createElement, useEffect, useState } = shared[1];
    const { useShell, Button } = shared[0];
    const shell = useShell();
    const [lines, setLines] = useState([]);
    useEffect(() => {
      const tried = (what, run) => {
        try { return what + ': ' + run(); } catch (error) { return what + ': ' + error.name; }
      };
      const called = (path) => shell.http.json(path).then(
        (found) => path + ': ' + found.length, (error) => path + ': ' + error.code);
      const all = [
        tried('parent', () => parent.document.title),
        tried('cookie', () => document.cookie),
        tried('storage', () => localStorage.length),
        tried('peers', () => typeof RTCPeerConnection),
        tried('policy', () => trustedTypes.createPolicy('dompurify', { createHTML: (html) => html })),
        tried('srcdoc', () => { document.createElement('iframe').srcdoc = 'x'; return 'set'; }),
        tried('attribute', () => document.createElement('iframe').setAttribute('srcdoc', 'x')),
        tried('parsed', () => new DOMParser().parseFromString('<iframe srcdoc="x">', 'text/html')
          .querySelector('iframe').hasAttribute('srcdoc')),
        tried('nested', () => {
          const nested = document.body.appendChild(document.createElement('iframe'));
          try { return typeof nested.contentWindow.RTCPeerConnection; } finally { nested.remove(); }
        }),
        fetch('/ui/importmap.json').then(() => 'fetch: done', (error) => 'fetch: ' + error.name),
        called('/artifactory/api/repositories'),
        called('/artifactory/api/repositories/../security/users'),
        called('/artifactory/api/security/users'),
        shell.navigation.go('/admin').then((outcome) => 'go: ' + outcome),
        'user: ' + shell.user.current.name,
      ];
      Promise.all(all).then(setLines);
      return shell.setTitle('North Sea');
    }, []);
    return createElement('section', { style: { padding: 16 } },
      createElement('h1', null, 'Tide tables'),
      createElement('ul', null, lines.map((line) => createElement('li', { key: line }, line))),
      createElement(Button, { label: 'Notify', onClick: () => shell.notifications.info('High water') }),
      createElement(Button, { label: 'Leave', onClick: () => { location.href = '/ui/packages'; } }));
  } })`,
};
/** Never returns, once it is shown. */
const whirl: PluginSource = {
  specifier: 'lading-plugin-whirl',
  mount: `props.domElement.textContent = 'whirl 1.0.0'; setTimeout(() => { for (;;); }, 300);`,
};
/** Has a page for each of its objects. */
const harbor: PluginSource = {
  specifier: 'lading-plugin-harbor',
  contributions: {
    routes: [
      { path: '/harbor', name: 'harbor.main', title: { id: 'harbor.title', text: 'The harbor' } },
      { path: '/harbor/:pier', name: 'harbor.pier', title: { id: 'harbor.pier', text: 'A pier' } },
    ],
  },
  mount: `const heading = props.domElement.appendChild(document.createElement('h1'));
    const show = ({ pathname }) => { heading.textContent = 'Pier ' + (pathname.split('/')[2] ?? 'none'); };
    show(props.shell.navigation.place);
    props.shell.navigation.listen(show);`,
};
const flood: PluginSource = {
  specifier: 'lading-plugin-flood',
  mount: `props.domElement.textContent = 'flood 1.0.0';
    setInterval(() => { for (let i = 0; i < 1000; i++) props.shell.notifications.info('x'); }, 10);`,
};
/** Wants what the user types into fields of the page. */
const thief: PluginSource = {
  specifier: 'lading-plugin-thief',
  mount: `const field = props.domElement.appendChild(document.createElement('input'));
    field.setAttribute('aria-label', 'Keys');
    setInterval(() => { window.focus(); field.focus(); }, 20);`,
};

/** What administrators see of plugins in browsers. */
interface Health {
  plugins: { plugin: string; version: string; failures: { class: string; message: string }[] }[];
}

describe('an untrusted plugin', () => {
  let platform: Platform;
  let npm: NpmClient;
  const slot = new PluginSlot('tide');
  const plugins = [tide, whirl, flood, harbor, thief];
  const admin = () => `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;

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

  async function failuresReported(): Promise<string[]> {
    const answer = await fetch(`${platform.origin}/ui/api/v1/lading/plugin-health`, {
      headers: { authorization: admin() },
    });
    const { plugins } = (await answer.json()) as Health;
    return plugins.flatMap(({ plugin, version, failures }) =>
      failures.map(({ class: found, message }) => `${plugin} ${version} ${found}: ${message}`),
    );
  }

  /** Runs `look` in the document of the frame. */
  async function inFrame(look: () => Promise<void>): Promise<void> {
    await $('iframe[sandbox="allow-scripts"]').waitForExist();
    await browser.switchFrame($('iframe[sandbox="allow-scripts"]'));
    await look();
    await browser.switchFrame(null);
  }

  it('shows its page with the look of the console, and reaches only what it declares', async () => {
    await shellPage.menuItem('The tide').click();
    await slot.waitForState('mounted');
    await inFrame(async () => {
      await $('h1=Tide tables').waitForDisplayed();
      await $('li*=user: ').waitForDisplayed();
      const lines = await $$('li').map((line) => line.getText());
      expect(lines).toEqual([
        'parent: SecurityError',
        'cookie: SecurityError',
        'storage: SecurityError',
        'peers: undefined',
        'policy: TypeError',
        'srcdoc: TypeError',
        'attribute: TypeError',
        'parsed: false',
        'nested: SecurityError',
        'fetch: TypeError',
        expect.stringMatching(/^\/artifactory\/api\/repositories: [1-9]\d*$/),
        '/artifactory/api/repositories/../security/users: PLUGIN_CALL_DENIED',
        '/artifactory/api/security/users: PLUGIN_CALL_DENIED',
        'go: stopped',
        'user: admin',
      ]);
    });
    await expect(browser).toHaveUrl(`${platform.origin}/ui/tide`);
    expect(await $('iframe').getAttribute('title')).toBe('The tide');
    await expect(browser).toHaveTitle(expect.stringContaining('North Sea'));
    // axe checks page and frame as one document: the heading is in the frame.
    await inFrame(addAxe);
    await addAxe();
    expect(await faults()).toEqual([]);
  });

  it('follows the theme and the language of the console', async () => {
    const look = () =>
      browser.execute(() => {
        const { dataset, lang } = document.documentElement;
        return [dataset.theme, lang, getComputedStyle(document.body).backgroundColor];
      });
    await browser.execute(() => {
      localStorage.setItem('lading.shell.theme', 'dark');
      localStorage.setItem('lading.shell.language', 'pl');
    });
    await browser.url(`${platform.origin}/ui/tide`);
    await slot.waitForState('mounted');
    const [, , outside] = await look();
    await inFrame(async () => {
      await $('h1=Tide tables').waitForDisplayed();
      expect(await look()).toEqual(['dark', 'pl', outside]);
    });
    await browser.execute(() => localStorage.clear());
  });

  it('is reached by keyboard, and left again', async () => {
    await browser.url(`${platform.origin}/ui/packages`);
    await shellPage.menuItem('The tide').click();
    await slot.waitForState('mounted');
    await browser.execute(() => document.querySelector('iframe')?.focus());
    await inFrame(async () => {
      await $('h1=Tide tables').waitForDisplayed();
      await browser.keys('Tab');
      await browser.waitUntil(() => $('button=Notify').isFocused());
      await browser.keys('Enter');
    });
    await $('*=tide: High water').waitForDisplayed();
    await inFrame(() => browser.keys([Key.Shift, Key.Tab]));
    await browser.waitUntil(() => browser.execute(() => document.activeElement?.tagName !== 'IFRAME'));
    expect(await tooWide()).toEqual([]);
  });

  it('is replaced when it leaves its document', async () => {
    await browser.url(`${platform.origin}/ui/tide`);
    await slot.waitForState('mounted');
    await inFrame(async () => {
      await $('button=Leave').click();
    });
    await slot.waitForState('failed');
    await expect(slot.element).toHaveText(
      expect.stringContaining('lading-plugin-tide 1.0.0 has navigated its frame to another document'),
    );
    await slot.retry.click();
    await slot.waitForState('mounted');
  });

  it('is listed on the diagnostics page with what it cannot contribute', async () => {
    await browser.url(`${platform.origin}/ui/diagnostics`);
    await $('td*=kinds were ignored: features').waitForDisplayed();
  });

  it('has its pages among the recent pages', async () => {
    const showsPier = (pier: string) =>
      inFrame(async () => {
        await $(`h1=Pier ${pier}`).waitForDisplayed();
      });
    await browser.url(`${platform.origin}/ui/harbor/north`);
    await new PluginSlot('harbor').waitForState('mounted');
    await showsPier('north');
    const recent = () => browser.execute(() => localStorage.getItem('lading.shell.recent.admin') ?? '');
    await browser.waitUntil(async () => (await recent()).includes('"Pier north"'));
    await browser.url(`${platform.origin}/ui/packages`);
    await $('h1=Packages').waitForDisplayed();
    await shellPage.press('Control', 'k');
    await $('[role="option"][aria-label^="Pier north"]').waitForDisplayed();
    await $('[role="option"][aria-label^="Pier north"]').click();
    await expect(browser).toHaveUrl(`${platform.origin}/ui/harbor/north`);
    await showsPier('north');
  });

  it('cannot read what the user types into a field of the page', async () => {
    const thieving = new PluginSlot('thief');
    const searchField = $('.lading-searchbox input');
    await browser.url(`${platform.origin}/ui/thief`);
    await thieving.waitForState('mounted');
    await searchField.click();
    await thieving.waitForState('failed');
    await thieving.element.$('*=takes the focus from fields of the page').waitForDisplayed();
    await browser.keys([...'secret']);
    await expect(searchField).toHaveValue('secret');
  });

  it('is replaced when it floods the page with messages', async () => {
    const flooding = new PluginSlot('flood');
    await browser.url(`${platform.origin}/ui/flood`);
    await flooding.waitForState('failed');
    await expect(flooding.element).toHaveText(
      expect.stringContaining('sends more than 300 messages per second'),
    );
  });

  // The last one: Chromium can place a frame that is opened soon after in the process that loops.
  it('leaves the console usable while it never returns, and is named', async () => {
    const whirling = new PluginSlot('whirl');
    await browser.url(`${platform.origin}/ui/whirl`);
    await whirling.waitForState('mounted');
    // A page that loops with its frame would never answer, and never replace the frame.
    await $('button=Administration').click();
    await $('nav[aria-label="Administration"]').waitForDisplayed();
    await $('button=Application').click();
    await shellPage.menuItem('Packages').waitForDisplayed();
    await whirling.waitForState('failed');
    await expect(whirling.element).toHaveText(
      expect.stringContaining('lading-plugin-whirl 1.0.0 does not respond for 5 s'),
    );
    await shellPage.menuItem('Packages').click();
    await $('h1=Packages').waitForDisplayed();
    // The report for administrators, which the page sends soon after.
    let reported: string[] = [];
    await browser
      .waitUntil(async () => {
        reported = await failuresReported();
        return reported.some((one) => one.startsWith('whirl 1.0.0 timeout: '));
      })
      .catch(() => {
        throw new Error(`reported: ${reported.join('; ')}`);
      });
  });
});
