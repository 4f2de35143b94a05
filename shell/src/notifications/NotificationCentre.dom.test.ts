import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationCentre } from './NotificationCentre.ts';

let centre: NotificationCentre;
const shown = () =>
  [...document.querySelectorAll('.lading-notification span')].map((each) => each.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '';
  centre = new NotificationCentre();
});
afterEach(() => void vi.useRealTimers());

describe('notifications', () => {
  it.each([
    ['success', 3_000],
    ['info', 3_000],
    ['warning', 4_500],
    ['error', 4_500],
  ] as const)('of %s last %i ms [shell-14]', (kind, milliseconds) => {
    centre[kind]('Saved');
    vi.advanceTimersByTime(milliseconds - 1);
    expect(shown()).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('are announced by screen readers: errors immediately, others politely', () => {
    centre.error('Broken');
    centre.success('Done');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Broken');
    expect(document.querySelector('[role=status]')?.textContent).toContain('Done');
  });

  it('stay while the user reads them, and can be closed', () => {
    centre.info('Long text');
    const box = document.querySelector('.lading-notification');
    box?.dispatchEvent(new Event('pointerenter'));
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['Long text']);
    box?.dispatchEvent(new Event('pointerleave'));
    vi.advanceTimersByTime(3_000);
    expect(shown()).toEqual([]);
    centre.error('Broken');
    document.querySelector('button')?.click();
    expect(shown()).toEqual([]);
  });

  it('with an offer stay until they are accepted or closed, and are shown once', () => {
    const act = vi.fn();
    for (const _ of ['once', 'twice']) centre.offer('There is a new version', 'Reload', act);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['There is a new version']);
    const [reload, close] = document.querySelectorAll('button');
    expect(reload?.textContent).toBe('Reload');
    reload?.click();
    expect(act).toHaveBeenCalledOnce();
    close?.click();
    expect(shown()).toEqual([]);
  });

  it.each(['success', 'error'] as const)('of %s with an action last 10 seconds', (kind) => {
    const act = vi.fn();
    centre[kind]('2 files deleted', { verb: 'Undo', act });
    vi.advanceTimersByTime(9_999);
    expect(shown()).toEqual(['2 files deleted']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
    centre[kind]('2 files deleted', { verb: 'Undo', act });
    document.querySelector('button')?.click();
    expect(act).toHaveBeenCalledOnce();
    expect(shown()).toEqual([]);
  });

  it('show a text as text', () => {
    centre.error('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
  });
});
