import type { ProxyKeys, Webhook, WebhookDelivery } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { WEBHOOKS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { WebhookPage } from './WebhookPage.tsx';

const CALL = '/event/api/v1/subscriptions/chat';
const handler = { handler_type: 'custom-webhook', url: 'https://chat.example.org/', method: 'POST' } as const;
const chat: Webhook = {
  key: 'chat',
  description: '',
  enabled: true,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ ...handler, secrets: [], http_headers: [], payload: '{}' }],
  has_secret: false,
  health: { state: 'healthy', waiting: 0 },
};
const failed: WebhookDelivery = {
  id: '7',
  event_id: '6f6c8f8e-3c1b-4e55-9d6e-2a1f0c0dbeef',
  domain: 'artifact',
  event_type: 'deployed',
  created: '2026-01-01T00:00:00.000Z',
  state: 'failed',
  attempts: 5,
  status: 422,
  duration: 12,
  error: 'The receiver returned status 422',
};
const request = {
  method: 'POST',
  url: 'https://chat.example.org/',
  headers: [{ name: 'webhook-id', value: failed.event_id }],
  body: '{"text":"hello"}',
};
const open = (tab: string, prepare: (shell: FakeShell) => void, webhook = chat) =>
  openAt(`${WEBHOOKS}/edit/chat${tab}`, `${WEBHOOKS}/edit/:webhookName`, WebhookPage, (shell) => {
    shell.http.on(`GET ${CALL}`, webhook);
    shell.http.on('GET /event/api/v1/domains', []);
    shell.http.on('GET /ui/api/v1/ui/proxies/proxyKeys', { proxyKeys: [] } satisfies ProxyKeys);
    prepare(shell);
  });

describe('the deliveries of a webhook', () => {
  it('are listed with their state, and sent again from the details [hook-01]', async () => {
    const shell = open('?tab=deliveries', ({ http }) => {
      http.on(`GET ${CALL}/deliveries?limit=100`, { deliveries: [failed] });
      http.on(`GET ${CALL}/deliveries/7`, { ...failed, request, response: 'no thanks' });
      http.on(`POST ${CALL}/deliveries/7/redeliver`, { ...failed, id: '8', state: 'waiting' });
    });
    const event = await screen.findByRole('button', { name: 'artifact.deployed' });
    expect(event.closest('[role=row]')?.textContent).toContain('Failed');
    await userEvent.click(event);
    const dialog = within(await screen.findByRole('dialog'));
    for (const shown of ['The receiver returned status 422', '{"text":"hello"}', 'no thanks'])
      expect(await dialog.findByText(shown)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Redeliver' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shell.http.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      `POST ${CALL}/deliveries/7/redeliver`,
    );
  });

  it('say what will appear where there are none', async () => {
    open(
      '?tab=deliveries',
      ({ http }) => void http.on(`GET ${CALL}/deliveries?limit=100`, { deliveries: [] }),
    );
    expect(await screen.findByText('No deliveries yet')).toBeTruthy();
  });
});

it('shows that a webhook is paused, and resumes it', async () => {
  const health = {
    state: 'paused',
    waiting: 3,
    failing_since: failed.created,
    last_error: 'It is down',
  } as const;
  open('', ({ http }) => void http.on(`POST ${CALL}/resume`, chat), { ...chat, health });
  expect(await screen.findByText(/This webhook is paused.*It is down/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(screen.queryByText(/This webhook is paused/)).toBeNull());
});

describe('the preview of a payload [hook-02]', () => {
  it.each([
    [{ event_time: failed.created }, /Rendered from the last event of this kind/],
    [{}, /Rendered from a sample/],
  ])('shows what it was rendered from: %j', async (more, note) => {
    open('', ({ http }) => {
      http.on('POST /event/api/v1/subscriptions/preview', { request, ...more });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('{"text":"hello"}')).toBeTruthy();
    expect(screen.getByText(note)).toBeTruthy();
  });
});
