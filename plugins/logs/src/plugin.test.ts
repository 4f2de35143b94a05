import { fakeShell, fakeUser } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import plugin from './plugin.ts';

it('has the log viewer at its path, in the menu of administrators only [adm-01] [logs-01]', () => {
  const [route] = plugin.routes ?? [];
  const [item] = plugin.menuItems ?? [];
  expect([route?.path, route?.name]).toEqual([
    '/admin/monitoring/system_logs',
    'admin.monitoring.systemLogs',
  ]);
  const shell = fakeShell();
  expect(route && item && shell.allows(route.requires) && shell.allows(item.requires)).toBe(true);
  shell.user.current = fakeUser({ admin: false });
  expect(route && shell.allows(route.requires)).toBe(false);
  expect(item && shell.allows(item.requires)).toBe(false);
});
