import { FakeStorage } from '@lading/contract/testing';
import { observable, runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { Registry } from '../registry/Registry.ts';
import { RouteTable } from '../registry/RouteTable.ts';
import { PlatformStore } from '../session/PlatformStore.ts';
import { FOOTER } from '../testing/testConsole.ts';
import { ShellState } from './ShellState.ts';

function shellState(storage = new FakeStorage(), pathname = '/packages') {
  const registry = new Registry();
  const platform = new PlatformStore(registry);
  const place = observable({ pathname });
  const state = new ShellState(storage, platform, new RouteTable(registry), () => place);
  const goTo = (path: string) =>
    runInAction(() => {
      place.pathname = path;
    });
  return { registry, platform, storage, state, goTo };
}

describe('the shell’s state', () => {
  it('holds sidebars, quick setup, set-me-up, logo, paths and routes [mfe-08]', () => {
    const { state, registry, platform } = shellState();
    expect(state).toMatchObject({
      activeSidebar: 'application',
      sidebarCollapsed: false,
      quickSetupVisible: false,
      setMeUpVisible: false,
      logoSource: undefined,
      loadingLogo: true,
    });
    state.showSidebar('administration');
    platform.take({ ...FOOTER, logoUrl: '/logo.svg' });
    const route = { path: '/one/:id?', name: 'one', title: { id: 't', text: 'One' } };
    registry.add({ name: 'one', rank: 0, shipped: false }, 'routes', route);
    expect(state).toMatchObject({
      activeSidebar: 'administration',
      logoSource: '/logo.svg',
      loadingLogo: false,
    });
    expect(state.mfePaths).toEqual(['/one/:id?']);
    expect([...state.mfeRoutes]).toEqual([['one', [route]]]);
  });

  it.each([
    ['/quick-setup', 'quick setup'],
    ['/quick-setup/more', 'quick setup'],
    ['/admin/quick-setup', 'quick setup'],
    ['/quick-setups', 'neither'],
    ['/set-me-up', 'Set Me Up'],
  ])('at %s shows %s, until another page is shown [mfe-08] [onb-06]', (path, shown) => {
    const { state, goTo } = shellState();
    const visible = () => [state.quickSetupVisible, state.setMeUpVisible];
    expect(visible()).toEqual([false, false]);
    goTo(path);
    expect(visible()).toEqual([shown === 'quick setup', shown === 'Set Me Up']);
    goTo('/packages');
    expect(visible()).toEqual([false, false]);
  });

  it('stores that the sidebar is collapsed [mfe-08]', () => {
    const { state, storage } = shellState();
    state.toggleSidebar();
    expect(state.sidebarCollapsed).toBe(true);
    expect(shellState(storage).state.sidebarCollapsed).toBe(true);
  });
});
