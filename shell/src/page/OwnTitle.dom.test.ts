import { FakePeriodic } from '@lading/contract/testing';
import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Contributors, type SharedServices, shellApi } from '../plugins/shellApi.ts';
import { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import { followTitle } from './followTitle.ts';
import { OwnTitle } from './OwnTitle.ts';

describe('a title that a plugin sets', () => {
  const title = new OwnTitle();
  const page = observable({
    title: { id: 'tide.title', text: 'Tide' },
    path: '/tide',
    plugin: { name: 'tide' },
  });
  const language = { text: ({ text }: { text: string }) => text };
  const shell = { page, title, language, platform: { serverName: 'Lading' } } as unknown as Shell;
  const content = document.createElement('main');
  let stop = () => {};
  beforeEach(() => {
    stop = followTitle(shell, content);
  });
  afterEach(() => stop());

  function apiOf(name: string) {
    const mount = new AbortController();
    const services = { periodic: new FakePeriodic(), title } as unknown as SharedServices;
    const owner = { name, rank: 0, shipped: false };
    const api = shellApi(services, new Registry(), owner, mount.signal, {} as Contributors);
    return { api, mount };
  }

  it('is before the title of the route, until it is removed', () => {
    const remove = apiOf('tide').api.setTitle('Harbor 7');
    expect(document.title).toBe('Harbor 7 · Tide - Lading');
    remove();
    expect(document.title).toBe('Tide - Lading');
  });

  it('ends with the mount, and is not that of pages of other plugins', () => {
    const { api, mount } = apiOf('tide');
    api.setTitle('Harbor 7');
    runInAction(() => {
      page.plugin = { name: 'packages' };
    });
    expect(document.title).toBe('Tide - Lading');
    runInAction(() => {
      page.plugin = { name: 'tide' };
    });
    expect(document.title).toBe('Harbor 7 · Tide - Lading');
    mount.abort();
    expect(document.title).toBe('Tide - Lading');
    api.setTitle('Harbor 8');
    expect(document.title).toBe('Tide - Lading');
  });

  it('is the last one of several, and a disposer of an earlier one removes nothing', () => {
    const { api } = apiOf('tide');
    const first = api.setTitle('Harbor 7');
    const second = api.setTitle('Harbor 8');
    first();
    expect(document.title).toBe('Harbor 8 · Tide - Lading');
    second();
    expect(document.title).toBe('Tide - Lading');
  });

  it('is not removed by a part of another plugin, and comes back after a later one', () => {
    const { api } = apiOf('tide');
    const first = api.setTitle('Harbor 7');
    apiOf('ebb').api.setTitle('Widget');
    expect(document.title).toBe('Harbor 7 · Tide - Lading');
    api.setTitle('Harbor 8')();
    expect(document.title).toBe('Harbor 7 · Tide - Lading');
    first();
  });

  it('leaves nothing behind when it is removed before the mount ends', () => {
    const { api, mount } = apiOf('tide');
    const added = vi.spyOn(mount.signal, 'addEventListener');
    const removed = vi.spyOn(mount.signal, 'removeEventListener');
    api.setTitle('Harbor 7')();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});
