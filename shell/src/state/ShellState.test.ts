import { FakeStorage } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { Registry } from '../registry/Registry.ts';
import { RouteTable } from '../registry/RouteTable.ts';
import { PlatformStore } from '../session/PlatformStore.ts';
import { FOOTER } from '../testing/testConsole.ts';
import { ShellState } from './ShellState.ts';

function shellState(storage = new FakeStorage()) {
  const registry = new Registry();
  const platform = new PlatformStore(registry);
  return { registry, platform, storage, state: new ShellState(storage, platform, new RouteTable(registry)) };
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
    state.showQuickSetup(true);
    state.showSetMeUp(true);
    platform.take({ ...FOOTER, logoUrl: '/logo.svg' });
    const route = { path: '/one/:id?', name: 'one', title: { id: 't', text: 'One' } };
    registry.add({ name: 'one', rank: 0, shipped: false }, 'routes', route);
    expect(state).toMatchObject({
      activeSidebar: 'administration',
      quickSetupVisible: true,
      setMeUpVisible: true,
      logoSource: '/logo.svg',
      loadingLogo: false,
    });
    expect(state.mfePaths).toEqual(['/one/:id?']);
    expect([...state.mfeRoutes]).toEqual([['one', [route]]]);
  });

  it('remembers that the sidebar is collapsed [mfe-08]', () => {
    const { state, storage } = shellState();
    state.toggleSidebar();
    expect(state.sidebarCollapsed).toBe(true);
    expect(shellState(storage).state.sidebarCollapsed).toBe(true);
  });
});
