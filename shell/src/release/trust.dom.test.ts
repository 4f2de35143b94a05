import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ebb, notices, offers, openRelease as open, tide } from '../testing/openRelease.ts';
import { endConsole, slotOf, type TestPlugin, tinyPlugin } from '../testing/testConsole.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

const trusted = tide('1.0.0');
const untrusted = { ...trusted, frame: { reads: [], left: [] } };
const frames = { '@lading/shell/frames': '/ui/assets/frames-1.js' };
const close = () =>
  document.querySelector<HTMLElement>('.lading-notifications [aria-label="Close"]')?.click();

it('An open page offers to reload when one of its plugins becomes untrusted', async () => {
  const { release } = await open('/tide', [ebb, trusted]);
  await release({ plugins: [ebb, untrusted], imports: frames, revision: 'r2' });
  await vi.waitFor(() => expect(offers()).toBe(true));
  // The page cannot stop its code, and has no module for frames.
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
});

it('Also if the page has frames, and together with another release set', async () => {
  const { release } = await open('/tide', [ebb, trusted]);
  await release({ plugins: [ebb, { ...tide('2.0.0'), frame: untrusted.frame }] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
});

it('If it has frames, it shows the plugin in one from then on, and does not load its code', async () => {
  const { release, loader } = await open('/ebb', [ebb, trusted]);
  const map = Object.assign(document.createElement('script'), { type: 'systemjs-importmap' });
  map.textContent = JSON.stringify({ imports: frames, integrity: {} });
  document.body.append(map);
  const idle = async () => {};
  const mount = async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = 'framed';
  };
  const framedPlugin = () => ({ default: {}, bootstrap: idle, mount, unmount: idle });
  loader.set('@lading/shell/frames', { framedPlugin });
  await release({ plugins: [ebb, untrusted], imports: frames, revision: 'r2' });
  await vi.waitFor(() => expect(offers()).toBe(true));
  const link = Object.assign(document.createElement('a'), { href: '/ui/tide' });
  document.body.append(link);
  link.click();
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('framed'));
  expect(loader.imported.filter((id) => id.includes('tide'))).toEqual([]);
});

it('Again after another change, if the user has closed the offer, and not if it was undone', async () => {
  const { release, ask } = await open('/tide', [ebb, trusted]);
  await release({ plugins: [ebb, tide('2.0.0')], revision: 'r2' });
  await vi.waitFor(() => expect(offers()).toBe(true));
  close();
  await ask();
  expect(offers()).toBe(false);
  await release({ plugins: [ebb, tide('3.0.0')], revision: 'r3' });
  await vi.waitFor(() => expect(offers()).toBe(true));
  await release({ plugins: [ebb, trusted], revision: 'r1' });
  await vi.waitFor(() => expect(notices()).toBe(''));
  await release({ plugins: [ebb, tide('2.0.0')], revision: 'r2' });
  await vi.waitFor(() => expect(offers()).toBe(true));
});

it('Once while nodes have different plugins, also if the user has closed the offer', async () => {
  const { release, ask, server } = await open('/tide', [ebb, trusted]);
  const one = () => release({ plugins: [ebb, trusted], revision: 'r1' });
  const other = () => release({ plugins: [ebb, tide('2.0.0')], revision: 'r2' });
  await other();
  await vi.waitFor(() => expect(offers()).toBe(true));
  await one();
  await other();
  await vi.waitFor(() => expect(offers()).toBe(true));
  const loads = () => server.calls.filter((call) => call === 'GET /ui/').length;
  const before = loads();
  await one();
  await ask();
  expect(offers()).toBe(true);
  close();
  for (const next of [other, one, other]) {
    await next();
    await ask();
    expect(offers()).toBe(false);
  }
  expect(loads()).toBe(before);
});

it('Until the release set is in the page, also if its plugins differ only in versions of the console', async () => {
  const { release, ask } = await open('/tide', [ebb, trusted]);
  const newer: TestPlugin = { definition: tinyPlugin('ebb', { version: '2.0.0' }) };
  await release({ plugins: [newer, trusted] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  await release({ plugins: [newer, trusted], imports: { react: '/ui/assets/react-2.js' }, revision: 'r9' });
  await ask();
  expect(offers()).toBe(true);
  await release({ plugins: [ebb, trusted] });
  await vi.waitFor(() => expect(notices()).toBe(''));
});

it('It offers to reload when the import map of the operator changed', async () => {
  const { release } = await open('/tide', [ebb, trusted]);
  await release({ plugins: [ebb, tide('2.0.0')], revision: 'r2' });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(slotOf('tide')?.textContent).toBe('tide 1.0.0');
});

it('It says nothing while nodes have different builds, and tries again if the page fails to load', async () => {
  const { release, ask, server } = await open('/tide', [ebb, trusted]);
  await release({ plugins: [ebb, trusted], imports: { react: '/ui/assets/react-2.js' }, revision: 'r2' });
  await vi.waitFor(() => expect(server.calls.filter((call) => call === 'GET /ui/')).toHaveLength(1));
  await ask();
  expect(notices()).toBe('');
  expect(server.calls.filter((call) => call === 'GET /ui/')).toHaveLength(1);
  const { get } = server.answers;
  const failed = vi.spyOn(server.answers, 'get').mockImplementation((call) => {
    return call === 'GET /ui/' ? () => new Response(null, { status: 500 }) : get.call(server.answers, call);
  });
  await release({ plugins: [ebb, untrusted], imports: frames, revision: 'r3' });
  expect(offers()).toBe(false);
  failed.mockRestore();
  await ask();
  await vi.waitFor(() => expect(offers()).toBe(true));
});
