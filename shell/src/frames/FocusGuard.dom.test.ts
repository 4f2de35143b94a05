import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FocusGuard } from './FocusGuard.ts';

const taken = vi.fn<(from: HTMLElement | undefined) => void>();
const activation = { isActive: false };
let now = 0;
let frame: HTMLIFrameElement;
let guard: FocusGuard;
let atPointer: Element;

beforeEach(() => {
  taken.mockReset();
  activation.isActive = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('navigator', { userActivation: activation });
  now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  document.body.innerHTML =
    '<input id="a"><input id="b"><a href="/x">x</a><dialog><button>Yes</button></dialog><p></p><iframe></iframe>';
  frame = find('iframe');
  frame.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  document.elementFromPoint = () => atPointer;
  guard = new FocusGuard(frame, { taken });
});
afterEach(() => {
  guard.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const find = <Kind extends HTMLElement>(selector: string) => document.querySelector(selector) as Kind;
function pass(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}
/** As the browser counts it: keys in the page are actions of the user. */
function press(key: string, at: Element = document.activeElement as Element): Event {
  activation.isActive = true;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  at.dispatchEvent(event);
  return event;
}
const pointer = (kind: string, at: Element) =>
  at.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true }));
function click(at: Element): void {
  activation.isActive = true;
  for (const kind of ['pointerdown', 'mousedown']) pointer(kind, at);
  if (at instanceof HTMLElement) at.focus();
}
/** The frame focuses itself, or the user enters it: the page gets the same event. */
function focusFrame(): void {
  frame.focus();
  window.dispatchEvent(new Event('blur'));
  vi.advanceTimersByTime(0);
}
const hasFocus = () => document.activeElement === frame;

it('gives the focus back to a field that the user has reached with Tab', () => {
  click(find('#a'));
  press('s');
  press('Tab');
  find('#b').focus();
  focusFrame();
  expect(document.activeElement).toBe(find('#b'));
  expect(taken.mock.calls).toEqual([[find('#b')]]);
});

it.each([
  ['with Tab', () => press('Tab'), true],
  ['with a Tab that a field has used', () => press('Tab').preventDefault(), false],
  [
    'with a Tab of some time ago',
    () => {
      press('Tab');
      pass(1_100);
    },
    false,
  ],
  [
    'by an action in it',
    () => {
      press('s');
      pass(5_100);
    },
    true,
  ],
  [
    'without an action in it',
    () => {
      press('s');
      pass(5_100);
      activation.isActive = false;
    },
    false,
  ],
])('is entered from a field %s, or not', (_how, act, isEntered) => {
  find('#a').focus();
  act();
  focusFrame();
  expect(hasFocus()).toBe(isEntered);
  expect(taken).toHaveBeenCalledTimes(isEntered ? 0 : 1);
});

it('is not entered because the pointer rests on it, but by a click, soon after a key in a field', async () => {
  vi.spyOn(frame, 'matches').mockReturnValue(true);
  atPointer = frame;
  click(find('#a'));
  press('s');
  pass(2_000);
  focusFrame();
  expect(document.activeElement).toBe(find('#a'));
  // The page sees the first click.
  expect(frame.style.pointerEvents).toBe('none');
  for (const kind of ['pointerdown', 'mousedown']) pointer(kind, find('p'));
  expect([hasFocus(), frame.style.pointerEvents]).toEqual([true, '']);
  focusFrame();
  expect(hasFocus()).toBe(true);
  expect(await guard.isInUse()).toBe(true);
});

it('lets the pointer through only while a field has the focus, and for some seconds', () => {
  atPointer = find('p');
  click(find('#a'));
  expect(frame.style.pointerEvents).toBe('none');
  click(find('p'));
  expect(frame.style.pointerEvents).toBe('');
  click(find('#a'));
  pass(5_500);
  expect(frame.style.pointerEvents).toBe('');
});

it('gives the focus back that the frame takes while the window does not have it', () => {
  find('#a').focus();
  press('s');
  frame.focus();
  pass(300);
  expect(document.activeElement).toBe(find('#a'));
});

it('never enters the frame from a dialog', () => {
  find<HTMLDialogElement>('dialog').open = true;
  find('button').focus();
  press('s');
  pass(6_000);
  focusFrame();
  expect(document.activeElement).toBe(find('button'));
  press('Tab');
  focusFrame();
  expect(document.activeElement).toBe(find('button'));
});

it('never enters a frame that is not visible', () => {
  guard.end();
  guard = new FocusGuard(frame, { taken, isHidden: true });
  find('a').focus();
  press('Tab');
  focusFrame();
  expect(taken).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(find('a'));
});

it('knows that the user works in a frame only by an entry, not by its focus', async () => {
  focusFrame();
  expect([hasFocus(), await guard.isInUse()]).toEqual([true, false]);
  // A click in the frame, which the page does not see.
  activation.isActive = true;
  expect(await guard.isInUse()).toBe(true);
  find('a').focus();
  expect(await guard.isInUse()).toBe(false);
});

it.each([true, false])(
  'waits for the browser to forget the last action in the page: %s',
  async (isActive) => {
    click(find('a'));
    focusFrame();
    pass(1_000);
    const answer = guard.isInUse();
    let isKnown = false;
    void answer.then(() => (isKnown = true));
    await Promise.resolve();
    expect(isKnown).toBe(false);
    activation.isActive = isActive;
    pass(4_300);
    expect(await answer).toBe(isActive);
  },
);

it('is not in use after it has taken the focus with a Tab of the page', async () => {
  find('#a').focus();
  press('Tab');
  find('a').focus();
  focusFrame();
  activation.isActive = false;
  expect(await guard.isInUse()).toBe(false);
});

it('lets a dialog that closes return the focus to the frame, which asks again if the user answered it', async () => {
  const dialog = find<HTMLDialogElement>('dialog');
  dialog.open = true;
  find('button').focus();
  click(find('button'));
  dialog.open = false;
  focusFrame();
  activation.isActive = false;
  expect([hasFocus(), taken.mock.calls.length, await guard.isInUse()]).toEqual([true, 0, false]);
  guard.answered();
  expect(await guard.isInUse()).toBe(true);
  find('#a').focus();
  guard.answered();
  focusFrame();
  expect(document.activeElement).toBe(find('#a'));
});
