import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageListPage } from '../pages/PackageListPage.ts';
import { versionPage } from '../pages/PackagePage.ts';
import { repositoryTreePage as page } from '../pages/RepositoryTreePage.ts';
import { shellPage } from '../pages/ShellPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { faults, tooWide } from '../support/axe.ts';
import { tabTo } from '../support/keyboard.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { downloads } from '../wdio.conf.ts';

/** Names with special characters in URLs and HTML. */
const HOSTILE = ['<img src=x onerror=alert(1)>', '%2f', 'ćma ząb.txt', 'it;is=a#file?'];
const LONG = `${'long-'.repeat(45)}.bin`;

describe('the tree of repositories', () => {
  let platform: Platform;
  let folder: string;
  let authorization: string;
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);
  const pathname = async () => new URL(await browser.getUrl()).pathname;
  const address = (path: string) => path.split('/').map(encodeURIComponent).join('/');
  const stored = (path: string) =>
    fetch(`${platform.origin}/artifactory/generic-local/${address(path)}`, { headers: { authorization } });

  // Drivers can only fill visible inputs.
  /** Drivers cannot fill hidden inputs, and the page hides it again on each render. */
  const choose = (name: string) =>
    browser.waitUntil(async () => {
      await browser.execute(() => document.querySelector('[data-upload="files"]')?.removeAttribute('hidden'));
      return page.fileInput.setValue(join(folder, name)).then(
        () => true,
        () => false,
      );
    });

  before(async () => {
    platform = await startPlatform();
    folder = mkdtempSync(join(tmpdir(), 'lading-tree-'));
    authorization = `Basic ${Buffer.from(`admin:${platform.password}`).toString('base64')}`;
    const many = Array.from({ length: 320 }, (_, at) => `many/${String(at).padStart(4, '0')}.txt`);
    const odd = [...HOSTILE, LONG].map((name) => `odd/${name}`);
    for (const path of [
      'app/1.0.0/app.zip',
      'app/1.0.0/app.zip.sha256',
      'app/1.1.0/app.zip',
      ...many,
      ...odd,
    ]) {
      const url = `${platform.origin}/artifactory/generic-local/${address(path)}`;
      const { status } = await fetch(url, { method: 'PUT', headers: { authorization }, body: path });
      if (status !== 201) throw new Error(`${path}: ${status}`);
    }
    await signInPage.openAsAdmin(platform);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform?.stop();
  });

  it('is navigated by keyboard from the menu to a file [route-07]', async () => {
    await shellPage.menuItem('Artifacts').waitForDisplayed();
    await shellPage.menuItem('Artifacts').click();
    await page.line('generic-local, Local, generic').waitForDisplayed();
    await tabTo('[role="tree"]');
    await browser.keys(['g', 'e', 'n']);
    await page.waitForActive('generic-local, Local, generic');
    await browser.keys(['ArrowRight']);
    await page.line('app').waitForDisplayed();
    await browser.keys(['ArrowDown', 'ArrowRight']);
    await page.line('1.1.0').waitForDisplayed();
    await browser.keys(['ArrowDown', 'ArrowRight']);
    await page.line('app.zip').waitForDisplayed();
    await browser.keys(['ArrowDown', 'Enter']);
    await page.heading('app.zip').waitForDisplayed();
    expect(await pathname()).toBe('/ui/repos/tree/General/generic-local/app/1.0.0/app.zip');
    // The tree keeps the focus and its position.
    await browser.keys(['ArrowDown']);
    await page.waitForActive('app.zip.sha256');
    await browser.keys(['Home']);
    await page.waitForActive('docker-local, Local, docker');
  });

  it('opens at a URL, expanded and scrolled to the node, and keeps the tab [route-07]', async () => {
    await open('/repos/tree/Checksums/generic-local/many/0290.txt');
    await page.heading('0290.txt').waitForDisplayed();
    await expect(browser).toHaveTitle('0290.txt · Artifacts - Lading');
    await expect(page.selected).toHaveAttribute('aria-label', '0290.txt');
    await expect(page.selected).toBeDisplayedInViewport();
    await expect(page.panel).toHaveText(expect.stringContaining('sha256'));
    await page.tab('Properties').click();
    await page.button('Add property').waitForDisplayed();
    await browser.refresh();
    await page.button('Add property').waitForDisplayed();
    expect(await pathname()).toBe('/ui/repos/tree/Properties/generic-local/many/0290.txt');
    await page.button('Add property').click();
    await page.panel.$('input').setValue('stage');
    await $('textarea').setValue('test\nlive');
    await page.button('Save').click();
    await $('.repositories-property__key=stage').waitForDisplayed();
    const properties = await fetch(
      `${platform.origin}/artifactory/api/storage/generic-local/many/0290.txt?properties`,
      { headers: { authorization } },
    );
    expect(await properties.json()).toMatchObject({ properties: { stage: ['live', 'test'] } });
  });

  it('shows names unchanged, and links to them', async () => {
    for (const name of [...HOSTILE, LONG]) {
      await open(`/repos/tree/General/generic-local/odd/${encodeURIComponent(name)}`);
      await browser.waitUntil(async () => (await $('h2.repositories-node__name').getText()) === name);
      const download = (await $('a*=Download').getAttribute('href')) ?? '';
      const bytes = await browser.execute((url) => fetch(url).then((answer) => answer.text()), download);
      expect(bytes).toBe(`odd/${name}`);
      expect(await $$('main img').length).toBe(0);
    }
    await $('.ld-breadcrumb').$('=odd').click();
    await page.heading('odd').waitForDisplayed();
  });

  it('links to the package of a file, and shows the size of a folder', async () => {
    await open('/repos/tree/General/generic-local/app/1.0.0/app.zip');
    await $('=app 1.0.0').click();
    await versionPage.heading('app', '1.0.0').waitForDisplayed();
    expect(await pathname()).toBe(`/ui/packages/${encodeURIComponent('generic://app')}/1.0.0`);
    await open('/repos/tree/General/generic-local/many');
    await page.button('Count files').click();
    await $('span*=320 files').waitForDisplayed();
  });

  it('lists the contents of a folder, sorted and filtered by the platform, by keyboard', async () => {
    const names = () =>
      browser.execute(() =>
        [...document.querySelectorAll('.repositories-contents [role="row"] a')].map(
          (link) => link.textContent,
        ),
      );
    await open('/repos/tree/General/generic-local/many');
    await $('.repositories-contents').$('=0000.txt').waitForDisplayed();
    await $('.repositories-contents').$('button=Name').click();
    await browser.waitUntil(async () => (await names())[0] === '0319.txt');
    await $('input[aria-label="Filter by name"]').setValue('0290');
    await browser.waitUntil(async () => (await names()).join() === '0290.txt');
    expect(await faults()).toEqual([]);
    await tabTo('.repositories-contents [role="grid"] button');
    await browser.keys(['ArrowDown']);
    await browser.waitUntil(() => browser.execute(() => document.activeElement?.textContent === '0290.txt'));
    await browser.keys(['Enter']);
    await page.heading('0290.txt').waitForDisplayed();
    await expect(page.selected).toHaveAttribute('aria-label', '0290.txt');
  });

  it('previews a file, and never runs it', async () => {
    const url = `${platform.origin}/artifactory/generic-local/odd/page.html`;
    const body = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await fetch(url, { method: 'PUT', headers: { authorization }, body });
    await open('/repos/tree/General/generic-local/odd/page.html');
    await page.tab('Preview').click();
    await $('section[aria-label="Text of odd/page.html"]').waitForDisplayed();
    await expect($('section[aria-label="Text of odd/page.html"]')).toHaveText(body);
    expect(await $$('main img').length).toBe(0);
    expect(await faults()).toEqual([]);
    expect(await pathname()).toBe('/ui/repos/tree/Preview/generic-local/odd/page.html');
  });

  it('finds paths with the filter of the tree', async () => {
    await open('/repos/tree');
    await page.filter.setValue('generic-local/app/1.1');
    const found = $('section[aria-label="Paths"]');
    await found.$('a*=1.1.0').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await found.$('a*=1.1.0').click();
    await page.heading('1.1.0').waitForDisplayed();
    await expect(page.selected).toHaveAttribute('aria-label', '1.1.0');
  });

  it('uploads selected files, asks before replacing, and shows them in the tree', async () => {
    writeFileSync(join(folder, 'first & <b>.txt'), 'the first');
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(30 * 1024 * 1024, 7));
    await open('/repos/tree/General/generic-local/app');
    await page.heading('app').waitForDisplayed();
    await page.button('Upload').waitForDisplayed();
    await choose('first & <b>.txt');
    await choose('large.bin');
    await $('strong=2 of 2 uploaded').waitForDisplayed();
    await page.line('first & <b>.txt').waitForDisplayed();
    expect(await (await stored('app/first & <b>.txt')).text()).toBe('the first');
    expect((await (await stored('app/large.bin')).arrayBuffer()).byteLength).toBe(30 * 1024 * 1024);

    writeFileSync(join(folder, 'first & <b>.txt'), 'the second');
    await choose('first & <b>.txt');
    await $('//button[@aria-label="Replace first & <b>.txt"]').click();
    await $('strong=3 of 3 uploaded').waitForDisplayed();
    expect(await (await stored('app/first & <b>.txt')).text()).toBe('the second');
    await page.uploads.$('button=Close').click();
    await page.uploads.waitForExist({ reverse: true });
  });

  it('keeps its state when the user returns, with files added since then [route-07]', async () => {
    await open('/repos/tree/General/generic-local/app');
    await page.heading('app').waitForDisplayed();
    await choose('large.bin');
    await page.labelled('Replace large.bin').waitForDisplayed();
    await page.waitForActive('app');
    await tabTo('[role="tree"]');
    await browser.keys([' ']);
    await expect(page.line('app')).toHaveAttribute('aria-checked', 'true');

    await shellPage.mark();
    await shellPage.menuItem('Packages').click();
    await packageListPage.heading.waitForDisplayed();
    const put = async (path: string, body: string, type: string) => {
      const headers = { authorization, 'content-type': type };
      const { ok, status } = await fetch(platform.origin + path, { method: 'PUT', headers, body });
      if (!ok) throw new Error(`${path}: ${status}`);
    };
    const repository = JSON.stringify({ rclass: 'local', packageType: 'generic' });
    await put('/artifactory/api/repositories/late-local', repository, 'application/json');
    await put('/artifactory/generic-local/app/late.txt', 'late', 'text/plain');

    await shellPage.menuItem('Artifacts').click();
    await page.line('late-local, Local, generic').waitForDisplayed();
    await page.line('late.txt').waitForDisplayed();
    expect(await shellPage.isMarked()).toBe(true);
    await expect(page.line('app')).toHaveAttribute('aria-checked', 'true');
    await expect(page.ticked).toHaveText(expect.stringContaining('1 selected'));
    await expect(page.labelled('Replace large.bin')).toBeDisplayed();
    await page.uploads.$('button=Close').click();
    await page.uploads.waitForExist({ reverse: true });
  });

  it('shows no data of the previous user', async () => {
    await open('/repos/tree/General/generic-local/app');
    await page.line('large.bin').waitForDisplayed();
    await choose('large.bin');
    await page.labelled('Replace large.bin').waitForDisplayed();
    await shellPage.mark();
    await shellPage.push('/logout');
    await signInPage.userName.waitForDisplayed();
    await signInPage.signIn('admin', platform.password);
    await shellPage.menuItem('Artifacts').waitForDisplayed();
    await shellPage.menuItem('Artifacts').click();
    await page.line('generic-local, Local, generic').waitForDisplayed();
    expect(await shellPage.isMarked()).toBe(true);
    await expect(page.uploads).not.toBeExisting();
    await expect(page.line('large.bin')).not.toBeExisting();
  });

  it('keeps the selected uploads when the session expires, and continues after a sign-in', async () => {
    writeFileSync(join(folder, 'kept.txt'), 'kept');
    await open('/repos/tree/General/generic-local/app');
    await page.button('Upload').waitForDisplayed();
    await browser.execute(() => fetch('/ui/api/v1/ui/auth/logout', { method: 'POST' }).then(() => undefined));
    await choose('kept.txt');
    const password = page.dialog.$('input[name="password"]');
    await password.waitForDisplayed();
    await expect(page.uploads).toHaveText(expect.stringContaining('0 of 1 uploaded'));
    await password.setValue(platform.password);
    await page.dialog.$('button[type="submit"]').click();
    await $('strong=1 of 1 uploaded').waitForDisplayed();
    expect(await (await stored('app/kept.txt')).text()).toBe('kept');
  });

  it('copies and moves after a preview', async () => {
    await open('/repos/tree/General/generic-local/app/1.0.0');
    await page.button('Move…').click();
    await page.dialog.$('input').setValue('app/archive/1.0.0');
    await page.dialog.$('button=Continue').click();
    await $('p=2 files (41 B) will be moved to generic-local/app/archive/1.0.0.').waitForDisplayed();
    await page.dialog.$('button=Move').click();
    await browser.waitUntil(
      async () => (await pathname()) === '/ui/repos/tree/General/generic-local/app/archive/1.0.0',
    );
    // Check the URL first: the source folder has a heading with the same name.
    await page.heading('1.0.0').waitForDisplayed();
    expect((await stored('app/archive/1.0.0/app.zip')).status).toBe(200);
    expect((await stored('app/1.0.0/app.zip')).status).toBe(404);
  });

  it('stores favorites on the platform [route-07]', async () => {
    await open('/repos/tree/General/generic-local/odd');
    await page.labelled('Add to favorites').click();
    await page.favorite('odd').waitForDisplayed();
    expect(await faults()).toEqual([]);
    await open('/repos/tree');
    await page.favorite('odd').click();
    await page.heading('odd').waitForDisplayed();
    await page.labelled('Remove from favorites').click();
    await page.favorite('odd').waitForExist({ reverse: true });
  });

  it('selects lines by keyboard and mouse, downloads them as one archive, and deletes them with an exact count [route-07]', async () => {
    await open('/repos/tree/General/generic-local/many/0100.txt');
    await page.heading('0100.txt').waitForDisplayed();
    // Scrolling renders the line again: look it up each time.
    await page.waitForActive('0100.txt');
    await tabTo('[role="tree"]');
    await browser.keys([' ']);
    await expect(page.line('0100.txt')).toHaveAttribute('aria-checked', 'true');
    await page.tick('0103.txt').click();
    await expect(page.ticked).toHaveText(expect.stringContaining('2 selected'));
    expect(await faults()).toEqual([]);

    const file = join(downloads, 'generic-local.zip');
    rmSync(file, { force: true });
    await page.ticked.$('button=Download…').click();
    await $('p*=2 files, 26 B in total').waitForDisplayed();
    await page.dialog.$('button=Download 2 files').click();
    await browser.waitUntil(async () => existsSync(file));
    await browser.waitUntil(async () => readFileSync(file).subarray(0, 2).toString() === 'PK');

    await page.ticked.$('button=Delete…').click();
    await $('p*=2 files will be deleted, 26 B in total').waitForDisplayed();
    await page.dialog.$('button=Delete 2 files').click();
    // The shown file was deleted: its folder is shown.
    await browser.waitUntil(async () => (await pathname()) === '/ui/repos/tree/General/generic-local/many');
    await page.line('0100.txt').waitForExist({ reverse: true });
    await expect(page.ticked).not.toBeExisting();
    expect((await stored('many/0100.txt')).status).toBe(404);
    expect((await stored('many/0101.txt')).status).toBe(200);
  });

  it('keeps the dialog of an operation in progress despite Escape', async () => {
    await open('/repos/tree/General/generic-local/app/1.1.0/app.zip');
    await page.button('Delete…').waitForDisplayed();
    await browser.execute(() => {
      const { fetch } = window;
      window.fetch = (asked, init) =>
        /"expect"/.test(String(init?.body)) ? new Promise(() => {}) : fetch(asked, init);
    });
    await page.button('Delete…').click();
    await page.dialog.$('button=Delete 1 file').click();
    await page.dialog.$('button=Stop').waitForDisplayed();
    for (let turn = 0; turn < 3; turn += 1) {
      await browser.keys(['Escape']);
      await expect(page.dialog.$('button=Stop')).toBeDisplayed();
    }
    await expect(page.dialog.$('button=Stop')).toHaveAttribute('aria-busy', 'true');
  });

  it('deletes exactly the previewed files, by keyboard', async () => {
    await open('/repos/tree/General/generic-local/many');
    await page.button('Delete…').waitForDisplayed();
    await tabTo('.repositories-node__head .repositories-buttons > button:last-of-type');
    await browser.keys(['Enter']);
    await $('p*=318 files will be deleted').waitForDisplayed();
    await expect(page.dialog.$('button=Delete 318 files')).toBeDisabled();
    await tabTo('dialog input');
    await browser.keys([...'many']);
    await browser.keys(['Tab', 'Enter']);
    await browser.waitUntil(async () => (await pathname()) === '/ui/repos/tree/General/generic-local');
    await page.line('many').waitForExist({ reverse: true });
    await page.line('odd').waitForDisplayed();
    expect((await stored('many/0000.txt')).status).toBe(404);
    await open('/repos/tree/General/generic-local/many');
    await $('p=many not found in generic-local').waitForDisplayed();
  });

  it('is accessible, and fits a phone, one pane at a time', async () => {
    await open('/repos/tree/General/generic-local/app/1.1.0/app.zip');
    await page.heading('app.zip').waitForDisplayed();
    await page.panel.waitForDisplayed();
    expect(await faults()).toEqual([]);
    await browser.setViewport({ width: 390, height: 844 });
    try {
      await page.heading('app.zip').waitForDisplayed();
      await expect(page.tree).not.toBeDisplayed();
      // Wait until the sidebar has closed.
      await browser.waitUntil(async () => (await tooWide()).length === 0);
      await page.button('Repositories').click();
      await page.tree.waitForDisplayed();
      await expect(page.heading('app.zip')).not.toBeDisplayed();
      expect(await tooWide()).toEqual([]);
      await page.link('app.zip').click();
      await page.heading('app.zip').waitForDisplayed();
    } finally {
      await browser.setViewport({ width: 1440, height: 900 });
    }
  });
});
