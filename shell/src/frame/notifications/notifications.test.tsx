import type { NotificationEntry } from '@lading/contract/rest';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import {
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../../testing/testConsole.ts';

const CALL = '/ui/api/v1/ui/notifications';
const entry = (id: string, more: Partial<NotificationEntry> = {}): NotificationEntry => ({
  ...{ id, kind: 'version', subject: 'npm://kite', changes: 1, items: [{ version: '1.1.0' }] },
  ...{ changed: '2026-01-01T10:00:00Z', read: false },
  ...more,
});

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

/** A console whose server stores these notifications. */
async function open(
  entries: NotificationEntry[],
  maximum?: number,
): Promise<{ server: TestServer; bell: HTMLElement }> {
  const server = testServer('/packages');
  const stored = { entries };
  server.answers.set(`GET ${CALL}`, () => Response.json({ notifications: stored.entries, maximum }));
  server.answers.set(`GET ${CALL}/count`, () =>
    Response.json({ unread: stored.entries.filter(({ read }) => !read).length }),
  );
  server.answers.set(`PUT ${CALL}/read`, ({ body }) => {
    const { ids, read } = JSON.parse(body);
    stored.entries = stored.entries.map((each) => (ids.includes(each.id) ? { ...each, read } : each));
    return new Response(null, { status: 204 });
  });
  server.answers.set(`DELETE ${CALL}/2`, () => {
    stored.entries = stored.entries.filter(({ id }) => id !== '2');
    return new Response(null, { status: 204 });
  });
  const plugin = { definition: tinyPlugin('packages') };
  await testConsole([plugin], [], { mountFrame }, {}, 20);
  return { server, bell: await screen.findByRole('button', { name: /^Notifications/ }) };
}

describe('the notifications of the user [shell-15]', () => {
  it('are counted at startup, listed when opened, and marked as read', async () => {
    const { server, bell } = await open([
      entry('1'),
      entry('2', { kind: 'vulnerability', changes: 3, items: [{ advisory: 'CVE-1', severity: 'high' }] }),
    ]);
    await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notifications, 2 unread'));
    expect(server.calls).not.toContain(`GET ${CALL}`);
    await userEvent.click(bell);
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('New version 1.1.0')).toBeTruthy();
    expect(within(panel).getByText('3 vulnerabilities found, such as CVE-1 (high)')).toBeTruthy();
    expect(
      within(panel)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/ui/packages/npm%3A%2F%2Fkite/1.1.0', '/ui/packages/npm%3A%2F%2Fkite']);
    const [remove] = within(panel).getAllByRole('button', { name: 'Delete kite' }).slice(1);
    await userEvent.click(remove as HTMLElement);
    await waitFor(() => expect(within(panel).getAllByRole('link')).toHaveLength(1));
    await userEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }));
    expect(await within(panel).findByRole('button', { name: 'Mark kite as unread' })).toBeTruthy();
    await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notifications'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(bell);
  });

  it('tell administrators of paused webhooks and storage quotas, and name unknown kinds', async () => {
    const { bell } = await open([
      entry('1', { kind: 'webhook', subject: 'to chat', items: [{ message: 'HTTP 503' }] }),
      entry('2', { kind: 'quota', subject: 'repository://libs', items: [{ share: 82 }] }),
      entry('3', {
        kind: 'quota',
        subject: 'project://tide',
        changes: 2,
        items: [{ share: 100 }, { share: 80 }],
      }),
      entry('4', { kind: 'later' as 'quota', subject: 'moon', items: [{}] }),
    ]);
    await userEvent.click(bell);
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('Webhook paused after failures: HTTP 503')).toBeTruthy();
    expect(within(panel).getByText('82% of the storage quota of the repository is used')).toBeTruthy();
    expect(within(panel).getByText('100% of the storage quota of the project is used')).toBeTruthy();
    expect(within(panel).getByText('Reload the page to read this notification')).toBeTruthy();
    const links = within(panel).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['to chat', '/ui/admin/configuration/webhooks/edit/to%20chat'],
      ['libs', '/ui/admin/monitoring/storage'],
      ['tide', '/ui/admin/monitoring/storage'],
      ['moon', '/ui/'],
    ]);
  });

  it('tell administrators of failing plugins, with a link to their health', async () => {
    const plugin = { kind: 'plugin', subject: 'tide' } as const;
    const { bell } = await open([
      entry('1', { ...plugin, items: [{ problem: 'failing', version: '2.0.0', share: 40, loads: 20 }] }),
      entry('2', { ...plugin, items: [{ problem: 'canary', version: '2.0.0', share: 66, release: 3 }] }),
      entry('3', {
        ...plugin,
        items: [{ problem: 'fallback', version: '2.0.0', target: '1.0.0', message: 'no entry' }],
      }),
      entry('4', { ...plugin, items: [{ problem: 'failed', version: '2.0.0', message: 'no entry' }] }),
      entry('5', { ...plugin, items: [{ problem: 'later' as 'failed', version: '2.0.0' }] }),
    ]);
    await userEvent.click(bell);
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    for (const shown of [
      'Plugin 2.0.0: 40% of 20 loads in browsers failed in 24 hours',
      'Plugin 2.0.0: it failed for 66% of its users, so the canary of release set 3 was stopped',
      'Plugin 2.0.0 failed to load, and 1.0.0 is used instead: no entry',
      'Plugin 2.0.0 failed to load, and no other version is used: no entry',
      'Reload the page to read this notification',
    ])
      expect(await within(panel).findByText(shown)).toBeTruthy();
    const [link] = within(panel).getAllByRole('link');
    expect(link?.getAttribute('href')).toBe('/ui/admin/monitoring/plugin-health?filter=tide');
  });

  it('tell of requests for access, and of decisions, as plain text', async () => {
    const { bell } = await open([
      entry('1', {
        ...{ kind: 'access_request', subject: 'repository://libs', changes: 2 },
        items: [{ user: 'ada', action: 'deploy', path: '' }],
      }),
      entry('2', {
        ...{ kind: 'access_decision', subject: 'repository://libs' },
        items: [{ outcome: 'declined', action: 'read', path: 'a', message: '<b>no</b>' }],
      }),
      entry('3', {
        ...{ kind: 'access_decision', subject: 'repository://tea' },
        items: [{ outcome: 'granted', action: 'read', path: '' }],
      }),
    ]);
    await userEvent.click(bell);
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('2 requests for access, the newest by ada (deploy)')).toBeTruthy();
    expect(within(panel).getByText('Your request for access was declined (read): <b>no</b>')).toBeTruthy();
    expect(within(panel).getByText('Your request for access was granted (read)')).toBeTruthy();
    const links = within(panel).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['libs', '/ui/access_requests'],
      ['libs', '/ui/why'],
      ['tea', '/ui/why'],
    ]);
  });

  it('say when there are none, and when they cannot be loaded', async () => {
    const { server, bell } = await open([]);
    await userEvent.click(bell);
    expect(await screen.findByText('No notifications')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close notifications' }));
    server.answers.set(`GET ${CALL}`, () => failure(403, 'FORBIDDEN', 'Not now'));
    await userEvent.click(bell);
    expect(await screen.findByText('Failed to load notifications')).toBeTruthy();
    expect(screen.queryByText('No notifications')).toBeNull();
  });

  it('have settings before the list, which says when it is full', async () => {
    const { bell } = await open([entry('1')], 200);
    await userEvent.click(bell);
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(await panel.findByText('Only your 200 newest notifications are stored.')).toBeTruthy();
    const [first] = panel.getAllByRole('listitem');
    const settings = panel.getByText('Settings');
    expect(first && settings.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('have settings by kind, and say when emails are not possible', async () => {
    const { server, bell } = await open([]);
    const preferences = {
      version: 'console',
      vulnerability: 'console',
      promotion: 'off',
      distribution: 'console',
    };
    const stored = { preferences };
    server.answers.set(`GET ${CALL}/preferences`, () => Response.json({ ...stored, emails: false }));
    server.answers.set(`PUT ${CALL}/preferences`, ({ body }) => {
      stored.preferences = JSON.parse(body);
      return new Response(null, { status: 204 });
    });
    await userEvent.click(bell);
    await userEvent.click(await screen.findByText('Settings'));
    const versions = await screen.findByRole('combobox', { name: 'New versions of starred packages' });
    await userEvent.selectOptions(versions, 'In the console and by email');
    await waitFor(() => expect(stored.preferences).toEqual({ ...preferences, version: 'email' }));
    expect(await screen.findByText(/Emails require an email address/)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Storage quotas' })).toBeNull();
  });

  it('have settings for administrators, whose emails they do not change', async () => {
    const { server, bell } = await open([]);
    const preferences = {
      ...{ version: 'off', vulnerability: 'off', promotion: 'off', distribution: 'off' },
      ...{ webhook: 'console', quota: 'console' },
    };
    let stored: object | undefined;
    server.answers.set(`GET ${CALL}/preferences`, () => Response.json({ preferences, emails: true }));
    server.answers.set(`PUT ${CALL}/preferences`, ({ body }) => {
      stored = JSON.parse(body);
      return new Response(null, { status: 204 });
    });
    await userEvent.click(bell);
    await userEvent.click(await screen.findByText('Settings'));
    const quotas = await screen.findByRole('combobox', { name: 'Storage quotas' });
    const options = within(quotas).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['In the console', 'Off']);
    await userEvent.selectOptions(quotas, 'Off');
    await waitFor(() => expect(stored).toEqual({ ...preferences, quota: 'off' }));
  });
});
