import * as singleSpa from 'single-spa';
import { describe, expect, it, vi } from 'vitest';
import { singleSpaScheduler } from './scheduler.ts';

describe('single-spa as the mount scheduler', () => {
  it('shows and hides slots as they become active and inactive, starting with active ones', async () => {
    const scheduler = singleSpaScheduler(singleSpa, () => {});
    let active = 'one';
    const slot = (name: string) => {
      const said: string[] = [];
      const tell = (word: string) => () => void said.push(word);
      scheduler.register(name, () => active === name, { wanted: tell('wanted'), unwanted: tell('unwanted') });
      return said;
    };
    const one = slot('one');
    const two = slot('two');
    scheduler.start();
    await scheduler.trigger();
    expect([one, two]).toEqual([['wanted'], []]);
    active = 'two';
    await scheduler.trigger();
    expect([one, two]).toEqual([['wanted', 'unwanted'], ['wanted']]);
  });

  it('continues when a slot or the error handler throws', async () => {
    const log = vi.fn(() => {
      throw new Error('the log is full');
    });
    const scheduler = singleSpaScheduler(singleSpa, log);
    let active = 'bad';
    const throwing = () => {
      throw new Error('bad slot');
    };
    const wanted = vi.fn();
    scheduler.register('bad', () => active === 'bad', { wanted: throwing, unwanted: throwing });
    scheduler.register('good', () => active === 'good', { wanted, unwanted: () => {} });
    await scheduler.trigger();
    expect(log).toHaveBeenCalled();
    active = 'good';
    await scheduler.trigger();
    expect(wanted).toHaveBeenCalledOnce();
  });
});
