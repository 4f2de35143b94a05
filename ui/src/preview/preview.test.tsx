import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ArchiveView } from './ArchiveView.tsx';
import { folderTree } from './folderTree.ts';
import { indentJson } from './indentJson.ts';
import { indentXml } from './indentXml.ts';
import { StoredFileView } from './StoredFileView.tsx';

const file = (path: string) => ({ path, size: 10, sha256: 'a'.repeat(64) });

it('makes folders of paths, and joins folders with nothing but a folder in them', () => {
  const tree = folderTree([file('a/b/c.txt'), file('a/b/d/e/f.txt'), file('g.txt')]);
  expect(tree.folders.map(({ name }) => name)).toEqual(['a/b']);
  expect(tree.folders[0]?.folders.map(({ name }) => name)).toEqual(['d/e']);
  expect(tree.files.map(({ name }) => name)).toEqual(['g.txt']);
});

it('shows the files of an archive, and one of them as text that no browser runs', async () => {
  const shell = fakeShell();
  shell.http.on('GET /ui/api/v1/ui/contents', {
    files: [file('package/a.html')],
    truncated: false,
    fault: null,
  });
  shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: '<b>bold</b>' });
  renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad/-/pad-1.0.0.tgz" />);
  await userEvent.click(await screen.findByRole('button', { name: /a\.html/ }));
  expect(await screen.findByText('<b>bold</b>')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/ui/api/v1/ui/contents/file?repoKey=npm-local&path=pad%2F-%2Fpad-1.0.0.tgz&entry=package%2Fa.html',
  );
});

it('shows why a file cannot be read as an archive', async () => {
  const shell = fakeShell();
  shell.http.on('GET /ui/api/v1/ui/contents', { files: [], truncated: false, fault: 'it is damaged' });
  renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad/-/pad-1.0.0.tgz" />);
  expect(await screen.findByText('it is damaged')).toBeTruthy();
});

it('offers no download of a file that is too large to be read', async () => {
  const shell = fakeShell();
  const large = { ...file('a.bin'), size: 33 * 1024 * 1024 };
  shell.http.on('GET /ui/api/v1/ui/contents', { files: [large], truncated: true, fault: null });
  shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'tooLarge', text: '' });
  renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad/-/pad-1.0.0.tgz" />);
  expect(await screen.findByText(/Download the archive to see all files/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /a\.bin/ }));
  expect(await screen.findByText(/Files over 32 MiB cannot be read/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});

it('shows no hash of a file that was only listed', async () => {
  const shell = fakeShell();
  const listed = { ...file('a.txt'), sha256: null };
  shell.http.on('GET /ui/api/v1/ui/contents', { files: [listed], truncated: false, fault: null });
  shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: 'hello' });
  renderInShell(shell, <ArchiveView repoKey="generic-local" path="large.zip" />);
  await userEvent.click(await screen.findByRole('button', { name: /a\.txt/ }));
  expect(await screen.findByText('hello')).toBeTruthy();
  expect(screen.queryByText('null')).toBeNull();
  expect(screen.queryByRole('group', { name: 'SHA-256 of a.txt' })).toBeNull();
});

it('shows a folder with thousands of files in steps', async () => {
  const shell = fakeShell();
  const files = Array.from({ length: 450 }, (_, at) => file(`${at}.txt`));
  shell.http.on('GET /ui/api/v1/ui/contents', { files, truncated: false, fault: null });
  renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad/-/pad-1.0.0.tgz" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(screen.getAllByRole('button', { name: /\.txt/ }).length).toBe(400);
});

it('reports a failure to read the archive, and tries again', async () => {
  const shell = fakeShell();
  let fails = true;
  shell.http.on('GET /ui/api/v1/ui/contents', () => {
    if (fails) throw new HttpFailure(503, 'Too many archives are being read');
    return { files: [file('a.txt')], truncated: false, fault: null };
  });
  renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad/-/pad-1.0.0.tgz" />);
  expect(await screen.findByText('Too many archives are being read')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /a\.txt/ })).toBeTruthy();
});

it.each([
  ['{"a":[1,{}],"b":"{x},"}', '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "{x},"\n}'],
  ['[ ]', '[]'],
  ['{"n":12345678901234567890,"s":"\\u0041"}', '{\n  "n": 12345678901234567890,\n  "s": "\\u0041"\n}'],
  ['{"a":', undefined],
])('indents JSON without changing a value: %s', (source, indented) => {
  expect(indentJson(source)).toBe(indented);
});

it.each([
  [
    '<a><b x="1>"/><c>one <i>two</i></c><d></d></a>',
    '<a>\n  <b x="1>"/>\n  <c>one <i>two</i></c>\n  <d></d>\n</a>',
  ],
  [
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><!-- d --><a>\n\n<b/></a>\n',
    '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n<!-- d -->\n<a>\n  <b/>\n</a>',
  ],
  ['<a><b><![CDATA[<x>]]></b></a>', '<a>\n  <b><![CDATA[<x>]]></b>\n</a>'],
  ['<a xml:space="preserve"> <b/> </a>', '<a xml:space="preserve"> <b/> </a>'],
  ['<a><b></a></b>', undefined],
  ['<a', undefined],
  ['<a href="', undefined],
  ['plain', undefined],
  [`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, undefined],
])('indents XML without changing a value: %s', (source, indented) => {
  expect(indentXml(source)).toBe(indented);
});

describe('a stored file', () => {
  const open = (path: string, preview: object) => {
    const shell = fakeShell();
    shell.http.on('GET /ui/api/v1/ui/contents/preview', preview);
    renderInShell(shell, <StoredFileView repoKey="generic-local" path={path} />);
    return shell;
  };

  it('is rendered if it is Markdown, without anything that acts, and shown as it is', async () => {
    const source = '# Title\n\n<img src=x onerror=alert(1)><script>alert(1)</script>[x](javascript:alert(1))';
    open('docs/README.md', { state: 'text', text: source });
    expect(await screen.findByRole('heading', { name: 'Title' })).toBeTruthy();
    expect(document.querySelector('.ld-markdown :is(script, a, [onerror])')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show original' }));
    expect(screen.getByText(/onerror=alert/).textContent).toBe(source);
    expect(screen.queryByRole('heading', { name: 'Title' })).toBeNull();
  });

  it('shows images next to it if it is Markdown, and the texts of others', async () => {
    const images = ['a b.png', '../top.png', '/root.png', '../../../beyond.png'];
    const source = images.map((address) => `![${address}](<${address}>)`).join('\n');
    open('docs/en/README.md', { state: 'text', text: `${source}\n![far](https://x.example/y.png)` });
    await screen.findByRole('link', { name: 'far' });
    const at = (path: string) =>
      `/ui/api/v1/ui/contents/file?${new URLSearchParams({ repoKey: 'generic-local', path })}`;
    expect(
      [...document.querySelectorAll('.ld-markdown img')].map((each) => each.getAttribute('src')),
    ).toEqual(['docs/en/a b.png', 'docs/top.png', 'root.png', 'beyond.png'].map(at));
    const failOnce = () => screen.getByRole('img', { name: 'a b.png' }).dispatchEvent(new Event('error'));
    vi.useFakeTimers();
    failOnce();
    vi.runAllTimers();
    vi.useRealTimers();
    failOnce();
    expect(screen.queryByRole('img', { name: 'a b.png' })).toBeNull();
    expect(screen.getByText(/a b\.png/)).toBeTruthy();
  });

  it('shows images of its archive if it is Markdown within one', async () => {
    const shell = fakeShell();
    const entry = 'package/docs/README.md';
    shell.http.on('GET /ui/api/v1/ui/contents', { files: [file(entry)], truncated: false, fault: null });
    shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: '![logo](../logo.png)' });
    renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad.tgz" />);
    await userEvent.click(await screen.findByRole('button', { name: /README\.md/ }));
    expect((await screen.findByRole('img', { name: 'logo' })).getAttribute('src')).toBe(
      '/ui/api/v1/ui/contents/file?repoKey=npm-local&path=pad.tgz&entry=package%2Flogo.png',
    );
  });

  it.each([
    ['The list is incomplete, because', true],
    [null, false],
  ])('is shown with a note if the rest of its archive was not read: %s', async (fault, noted) => {
    const shell = fakeShell();
    shell.http.on('GET /ui/api/v1/ui/contents', { files: [file('a.txt')], truncated: false, fault });
    shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: 'content' });
    renderInShell(shell, <ArchiveView repoKey="npm-local" path="pad.tgz" />);
    await userEvent.click(await screen.findByRole('button', { name: /a\.txt/ }));
    expect(await screen.findByText('content')).toBeTruthy();
    expect(screen.queryByText(/^The archive was not read to its end/) !== null).toBe(noted);
  });

  it('is indented if it is XML, and never parsed by the browser', async () => {
    open('a/app-1.0.pom', { state: 'text', text: '<project><script>alert(1)</script></project>' });
    expect((await screen.findByText(/<project>/)).textContent).toBe(
      '<project>\n  <script>alert(1)</script>\n</project>',
    );
    expect(document.querySelector('.ld-preview__text script')).toBeNull();
  });

  it('is shown as text that no browser runs', async () => {
    const shell = open('a/page.html', { state: 'text', text: '<img src=x onerror=alert(1)>' });
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    expect(shell.http.calls[0]?.options.query).toEqual({ repoKey: 'generic-local', path: 'a/page.html' });
  });

  it('is indented if it is JSON, and shown as it is on request', async () => {
    open('a.json', { state: 'text', text: '{"a":1}' });
    const region = await screen.findByRole('region', { name: 'Text of a.json' });
    expect(region.textContent).toBe('{\n  "a": 1\n}');
    await userEvent.click(screen.getByRole('button', { name: 'Show original' }));
    expect(region.textContent).toBe('{"a":1}');
  });

  it('is shown as an image by its content, whatever its name', async () => {
    open('a.txt', { state: 'image', text: '' });
    expect((await screen.findByRole('img', { name: 'a.txt' })).getAttribute('src')).toBe(
      '/ui/api/v1/ui/contents/file?repoKey=generic-local&path=a.txt',
    );
  });

  it('lists its files if it is an archive', async () => {
    const shell = fakeShell();
    shell.http.on('GET /ui/api/v1/ui/contents/preview', { state: 'archive', text: '' });
    shell.http.on('GET /ui/api/v1/ui/contents', { files: [file('x.txt')], truncated: false, fault: null });
    renderInShell(shell, <StoredFileView repoKey="generic-local" path="app.jar" />);
    expect(await screen.findByRole('button', { name: /x\.txt/ })).toBeTruthy();
  });

  it.each([
    ['binary', 'This is not a text file'],
    ['tooLarge', 'The limit is 1 MiB for texts and 32 MiB for images'],
  ])('is not shown otherwise, and says why: %s', async (state, why) => {
    open('a', { state, text: '' });
    expect(await screen.findByText(new RegExp(why))).toBeTruthy();
  });
});
