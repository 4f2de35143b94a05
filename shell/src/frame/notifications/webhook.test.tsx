import type { UserWebhook, WebhookDelivery } from '@lading/contract/rest';
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { endConsole, failure, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const CALL = '/ui/api/v1/ui/notifications';
const saved: UserWebhook = {
  ...{ url: 'https://chat.example.org/x', kinds: ['version'], enabled: true },
  health: { state: 'unused', waiting: 0 },
};
const delivery = (more: Partial<WebhookDelivery>): WebhookDelivery => ({
  ...{ id: '1', event_id: 'a', domain: 'notification', event_type: 'version', attempts: 1 },
  ...{ created: '2026-01-01T10:00:00Z', state: 'delivered' },
  ...more,
});

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

async function open(webhook?: UserWebhook, deliveries: WebhookDelivery[] = [], allowed = true) {
  const server = testServer('/packages');
  server.answers.set(`GET ${CALL}`, () => Response.json({ notifications: [] }));
  server.answers.set(`GET ${CALL}/count`, () => Response.json({ unread: 0 }));
  server.answers.set(`GET ${CALL}/preferences`, () =>
    Response.json({ preferences: { version: 'console' }, emails: true }),
  );
  server.answers.set(`GET ${CALL}/webhook`, () =>
    Response.json({ allowed, ...(webhook ? { webhook } : {}) }),
  );
  server.answers.set(`GET ${CALL}/webhook/deliveries`, () => Response.json({ deliveries }));
  await testConsole([{ definition: tinyPlugin('packages') }], [], { mountFrame }, {}, 20);
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  await userEvent.click(within(panel).getByText('Settings'));
  await userEvent.click(await within(panel).findByText('Webhook'));
  return { server, panel: within(panel) };
}

describe('the webhook of the user', () => {
  it('is saved with its kinds, and its secret is shown once', async () => {
    const { server, panel } = await open();
    const bodies: unknown[] = [];
    server.answers.set(`PUT ${CALL}/webhook`, ({ body }) => {
      bodies.push(JSON.parse(body));
      return Response.json({ ...saved, secret: 'whsec_once' });
    });
    await userEvent.type(await panel.findByLabelText(/^URL/), 'https://chat.example.org/x');
    await userEvent.click(panel.getByRole('checkbox', { name: 'New vulnerabilities of starred packages' }));
    expect(panel.queryByRole('checkbox', { name: 'Requests for access' })).toBeNull();
    await userEvent.click(panel.getByRole('button', { name: 'Save webhook' }));
    expect((await panel.findByRole('group', { name: 'Signing secret' })).textContent).toContain('whsec_once');
    expect(bodies).toEqual([{ url: 'https://chat.example.org/x', kinds: ['version'], new_secret: false }]);
  });

  it('shows at the field why it was rejected, and needs a kind', async () => {
    const { server, panel } = await open(saved);
    server.answers.set(`PUT ${CALL}/webhook`, () =>
      failure(400, 'BAD_WEBHOOK_URL', 'Enter a valid URL. 10.0.0.1 is private'),
    );
    const url = await panel.findByLabelText(/^URL/);
    await userEvent.click(panel.getByRole('button', { name: 'Save webhook' }));
    expect(await panel.findByText(/Enter a valid URL/)).toBeTruthy();
    expect(url.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(panel.getByRole('checkbox', { name: 'New versions of starred packages' }));
    await userEvent.click(panel.getByRole('button', { name: 'Save webhook' }));
    expect(await panel.findByText('Select at least one kind of notifications')).toBeTruthy();
    // The kinds are another field.
    expect(url.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('shows its last deliveries and a pause', async () => {
    const paused = { ...saved, health: { state: 'paused', waiting: 1, last_error: 'Status 500' } as const };
    const failed = delivery({ id: '2', event_type: 'test', state: 'failed', error: 'Not delivered' });
    const { panel } = await open(paused, [failed, delivery({})]);
    expect(await panel.findByText(/^Paused, because .* Status 500$/)).toBeTruthy();
    const lines = panel.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Test: failed .*Not delivered Send again$/),
      expect.stringMatching(/^New versions of starred packages: delivered/),
    ]);
  });

  it('sends a delivery again that failed or waits for its next attempt', async () => {
    const failing = { ...saved, health: { state: 'failing', waiting: 1, last_error: 'Status 500' } as const };
    const shown = [
      delivery({ id: '7', state: 'waiting', attempts: 2, error: 'Status 500' }),
      delivery({ id: '6', state: 'waiting', attempts: 0 }),
      delivery({ id: '5', state: 'failed', error: 'Status 400' }),
      delivery({ id: '4' }),
    ];
    const { server, panel } = await open(failing, shown);
    const sent: string[] = [];
    for (const id of ['5', '7'])
      server.answers.set(`POST ${CALL}/webhook/deliveries/${id}/redeliver`, () => {
        sent.push(id);
        shown.splice(0, shown.length, delivery({ id: '8', attempts: 3 }));
        return Response.json(delivery({ id: '8' }), { status: 202 });
      });
    const buttons = await panel.findAllByRole('button', { name: 'Send again' });
    expect(buttons).toHaveLength(2);
    await userEvent.click(buttons[1] as HTMLElement);
    await vi.waitFor(() => expect(panel.queryByRole('button', { name: 'Send again' })).toBeNull());
    expect(sent).toEqual(['5']);
    expect(panel.getAllByRole('listitem')).toHaveLength(1);
  });

  it('shows why a delivery is not sent again', async () => {
    const { server, panel } = await open(saved, [delivery({ id: '5', state: 'failed' })]);
    server.answers.set(`POST ${CALL}/webhook/deliveries/5/redeliver`, () =>
      failure(429, 'TOO_MANY', 'Wait a moment, then try again'),
    );
    await userEvent.click(await panel.findByRole('button', { name: 'Send again' }));
    expect(await panel.findByText('Wait a moment, then try again')).toBeTruthy();
  });

  it('is not offered if the operator does not allow it', async () => {
    const { panel } = await open(undefined, [], false);
    expect(await panel.findByText('The operator does not allow webhooks of users.')).toBeTruthy();
    expect(panel.queryByLabelText(/^URL/)).toBeNull();
  });
});
