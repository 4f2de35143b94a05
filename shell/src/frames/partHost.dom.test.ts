import type { PluginProps } from '@lading/contract';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameSlot } from '../plugins/FramesModule.ts';
import { Far } from '../testing/farFrame.ts';
import { FRAME_STATE } from '../testing/frameState.ts';
import { FrameHost } from './FrameHost.ts';
import type { FrameServices } from './FrameServices.ts';

const ref = 'extensions/dashboardWidgets/0/widget';
const crashed = vi.fn<FrameSlot['crash']>();
let page: FakeShell;
let host: FrameHost;
let far: Far;

beforeEach(async () => {
  crashed.mockReset();
  const services: FrameServices = {
    state: FRAME_STATE,
    look: { tag: 'en', direction: 'ltr', texts: {} },
    title: 'tide: Level',
    http: { text: vi.fn() },
    go: vi.fn(),
    notify: vi.fn(),
    confirm: vi.fn(),
    unsaved: vi.fn(),
    end: vi.fn(),
  };
  document.body.innerHTML = '<input><div></div>';
  const domElement = document.body.lastElementChild as HTMLElement;
  page = fakeShell();
  const props: PluginProps = { name: 'tide', domElement, shell: page };
  host = new FrameHost({
    ...{ props, services, slot: { crash: crashed }, label: 'lading-plugin-tide 1.0.0' },
    ...{ address: '/ui/frames/tide/1.0.0/', limits: { plugin: 'tide', reads: [] } },
    part: { ref, props: { project: 'north' }, maxHeight: 640 },
  });
  const mounted = host.mount();
  far = new Far(host.element);
  far.load();
  far.send({ kind: 'pong', id: 1 }, { kind: 'ready' });
  await mounted;
});
afterEach(() => {
  host.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const height = () => host.element.style.blockSize;
const failure = () =>
  vi.waitFor(() => {
    const [found] = crashed.mock.calls[0] ?? [];
    if (!found) throw new Error('It did not crash');
    return [found.class, found.message];
  });

it('tells the frame which part to show, and its props, also after a change', async () => {
  expect(await far.received('start')).toMatchObject({ part: { ref, props: { project: 'north' } } });
  host.tell({ project: 'north' });
  host.tell({ project: 'south' });
  expect(await far.received('props')).toEqual({ kind: 'props', props: { project: 'south' } });
});

it('follows the height of the content, within limits', async () => {
  for (const [pixels, shown] of [
    [200, '200px'],
    [100_000, '640px'],
    [0, '16px'],
  ]) {
    far.send({ kind: 'height', pixels });
    await vi.waitFor(() => expect(height()).toBe(shown));
  }
});

it('does not let a part move the page without end, and shows its last height', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heights = new Set<string>();
  const watch = new MutationObserver(() => heights.add(height()));
  watch.observe(host.element, { attributeFilter: ['style'] });
  for (let pixels = 100; pixels < 150; pixels++) far.send({ kind: 'height', pixels });
  await vi.waitFor(() => expect(height()).toBe('119px'));
  expect(heights.size).toBeLessThanOrEqual(20);
  vi.advanceTimersByTime(1_000);
  expect(height()).toBe('149px');
  watch.disconnect();
});

it('takes neither the focus nor the title of the page', async () => {
  far.send({ kind: 'title', text: 'North' }, { kind: 'height', pixels: 70 });
  await vi.waitFor(() => expect(height()).toBe('70px'));
  expect(page.title).toBeUndefined();
  expect(document.activeElement).toBe(document.body);
});

it('ends with the first failure to render, and tells it', async () => {
  far.send({ kind: 'renderError', message: 'no tide' });
  expect(await failure()).toEqual(['render', 'no tide']);
  expect(document.querySelector('iframe')).toBeNull();
});

/**
 * The frame focuses itself, as its code can at any time. A busy page checks that more than once.
 */
function takeFocus(): void {
  host.element.focus();
  window.dispatchEvent(new Event('blur'));
  window.dispatchEvent(new Event('blur'));
}
const press = (key: string) =>
  document.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

it('cannot read what the user types into a field of the page', async () => {
  const field = document.querySelector('input');
  field?.focus();
  for (let attempt = 0; attempt < 5; attempt++) {
    takeFocus();
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    press('s');
  }
  expect(crashed).not.toHaveBeenCalled();
  takeFocus();
  expect(await failure()).toEqual([
    'render',
    'lading-plugin-tide 1.0.0 takes the focus from fields of the page',
  ]);
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
});

it('ends at once when it takes the focus from a password', async () => {
  const field = document.querySelector('input') as HTMLInputElement;
  field.type = 'password';
  field.focus();
  takeFocus();
  expect((await failure())[1]).toContain('takes the focus');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
});
