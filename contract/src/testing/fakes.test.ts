import { autorun } from 'mobx';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from '../shell/http.ts';
import { FakeModuleLoader } from './FakeModuleLoader.ts';
import { fakeUser } from './shell/fakeServices.ts';
import { fakeShell } from './shell/fakeShell.ts';

describe('the fake shell', () => {
  it('is observable like the real one', async () => {
    const shell = fakeShell({ place: '/packages?name=a' });
    const seen: string[] = [];
    autorun(() => seen.push(`${shell.user.current?.name} ${shell.navigation.place.pathname}`));
    shell.user.current = fakeUser({ name: 'bob' });
    await shell.navigation.go('/webhooks/new');
    expect(seen).toEqual(['ada /packages', 'bob /packages', 'bob /webhooks/new']);
  });

  it('navigates back and forth, and stays if a blocker has a reason', async () => {
    const { navigation } = fakeShell({ place: '/a' });
    await navigation.go('/b?x=1');
    navigation.move(-1);
    expect(navigation.place.pathname).toBe('/a');
    navigation.move(1);
    expect(navigation.place.search).toBe('?x=1');
    const dispose = navigation.block(() => 'unsaved');
    navigation.leave = false;
    expect(await navigation.go('/c')).toBe('stayed');
    dispose();
    expect(await navigation.go('/c')).toBe('done');
  });

  it('returns the responses of the test, and reports unknown requests', async () => {
    const { http } = fakeShell();
    http.on('POST /x', ({ options }: { options: { body?: unknown } }) => options.body);
    expect(await http.json('/x', { method: 'POST', body: { a: 1 } })).toEqual({ a: 1 });
    await expect(http.json('/y')).rejects.toThrow('The test has no answer for GET /y');
    await expect(http.json('/y')).rejects.toBeInstanceOf(HttpFailure);
  });

  it('keeps a contribution until it is removed', () => {
    const shell = fakeShell({ plugin: 'demo' });
    const dispose = shell.add('features', { name: 'F', supported: true });
    expect(shell.contributions('features')).toEqual([
      { plugin: 'demo', value: { name: 'F', supported: true } },
    ]);
    dispose();
    expect(shell.contributions('features')).toEqual([]);
  });

  it('aborts its signal when the plugin is unmounted', () => {
    const shell = fakeShell();
    shell.unmount();
    expect(shell.signal.aborted).toBe(true);
  });
});

describe('the fake loader', () => {
  it('returns its modules, and fails like the real one', async () => {
    const loader = new FakeModuleLoader().set('a', { is: 'a' }).set('b', () => ({ is: 'new' }));
    expect(await loader.import('a')).toEqual({ is: 'a' });
    expect(await loader.import('b')).toEqual({ is: 'new' });
    await expect(loader.import('c')).rejects.toMatchObject({ name: 'ChunkLoadError', class: 'http' });
    expect(loader.imported).toEqual(['a', 'b', 'c']);
  });
});
