import { HttpFailure } from '@lading/contract';
import type { NewWebhook, ProxyKeys, Webhook } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { WEBHOOKS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { checkWebhook } from './checkWebhook.ts';
import { WebhookListPage } from './WebhookListPage.tsx';
import { WebhookPage } from './WebhookPage.tsx';
import { fetchDomains, filterByPatterns } from './webhooksApi.ts';
import { NEW_WEBHOOK } from './webhookValues.ts';

const CALL = '/event/api/v1/subscriptions';
const domains = [
  {
    domain: 'artifact',
    criteria: 'repositories',
    event_types: ['deployed', 'deleted'].map((name) => ({ name, produced: true })),
  },
  { domain: 'build', criteria: 'builds', event_types: [{ name: 'uploaded', produced: true }] },
];
const deploys: Webhook = {
  key: 'deploys',
  description: 'Tells the build server',
  enabled: true,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: 'https://ci.example.org/hook', use_secret_for_signing: true }],
  has_secret: true,
  health: { state: 'unused', waiting: 0 },
};
const prepared = (shell: FakeShell, prepare: (shell: FakeShell) => void) => {
  shell.http.on('GET /event/api/v1/domains', domains);
  shell.http.on(`GET ${CALL}`, [deploys]);
  shell.http.on('GET /ui/api/v1/ui/proxies/proxyKeys', { proxyKeys: [] } satisfies ProxyKeys);
  shell.http.on('GET /artifactory/api/repositories', [{ key: 'tea-local' }]);
  prepare(shell);
};
const openNew = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${WEBHOOKS}/new`, `${WEBHOOKS}/new`, WebhookPage, (shell) => prepared(shell, prepare));
const openDeploys = (prepare: (shell: FakeShell) => void = () => {}, webhook = deploys) =>
  openAt(`${WEBHOOKS}/edit/deploys`, `${WEBHOOKS}/edit/:webhookName`, WebhookPage, (shell) => {
    shell.http.on(`GET ${CALL}/deploys`, webhook);
    prepared(shell, prepare);
  });
const withText = (wanted: string) => (_text: string, element: Element | null) =>
  element?.tagName === 'LABEL' && element.textContent === wanted;
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body] as const);

it('lists the webhooks with their events and their health [hook-01]', async () => {
  openAt(WEBHOOKS, WEBHOOKS, WebhookListPage, ({ http }) => void http.on(`GET ${CALL}`, [deploys]));
  const link = await screen.findByRole('link', { name: 'deploys' });
  expect(link.getAttribute('href')).toBe('/ui/admin/configuration/webhooks/edit/deploys');
  const row = link.closest('[role=row]')?.textContent;
  for (const part of ['Artifacts: deployed', 'https://ci.example.org/hook', 'Nothing sent yet'])
    expect(row).toContain(part);
});

describe('the form', () => {
  it('creates a webhook [hook-01]', async () => {
    const shell = openNew(({ http }) => void http.on(`POST ${CALL}`, deploys));
    await userEvent.type(screen.getByLabelText(/^Name/), 'builds');
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://ci.example.org/builds');
    await userEvent.selectOptions(
      await screen.findByLabelText(/^Event/, { selector: 'select' }),
      'Artifacts',
    );
    await userEvent.click(screen.getByLabelText('deployed'));
    await userEvent.click(screen.getByLabelText('All remote repositories'));
    await userEvent.type(screen.getByLabelText('Include patterns'), 'org/**');
    await userEvent.type(screen.getByLabelText('Secret'), 'hush');
    await userEvent.click(screen.getByLabelText('Use the secret to sign the payload'));
    await userEvent.click(screen.getByRole('button', { name: 'Create Webhook' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(WEBHOOKS));
    const expected: NewWebhook = {
      key: 'builds',
      description: '',
      enabled: true,
      event_filter: {
        domain: 'artifact',
        event_types: ['deployed'],
        criteria: {
          ...{ anyLocal: true, anyRemote: false, anyFederated: true, repoKeys: [] },
          ...{ includePatterns: ['org/**'], excludePatterns: [] },
        },
      },
      handlers: [
        {
          handler_type: 'webhook',
          url: 'https://ci.example.org/builds',
          secret: 'hush',
          use_secret_for_signing: true,
          custom_http_headers: [],
        },
      ],
    };
    expect(sent(shell)).toEqual([['POST', CALL, expected]]);
  });

  it('changes one without its key in the body, and keeps the stored secret [hook-05]', async () => {
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys));
    await userEvent.type(await screen.findByLabelText('Description'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(WEBHOOKS));
    const [[method, path, body] = []] = sent(shell);
    expect([method, path]).toEqual(['PUT', `${CALL}/deploys`]);
    expect(body).not.toHaveProperty('key');
    expect(body).toMatchObject({ description: 'Tells the build server!' });
    expect((body as NewWebhook).handlers[0]).not.toHaveProperty('secret');
  });

  it('keeps header values that the server does not return [hook-02]', async () => {
    const [handler] = deploys.handlers;
    const custom_http_headers = [{ name: 'X-Functions-Key' }, { name: 'Accept', value: 'text/plain' }];
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys), {
      ...deploys,
      handlers: handler ? [{ ...handler, custom_http_headers }] : [],
    });
    const values = (await screen.findAllByLabelText('Value')) as HTMLInputElement[];
    expect(values.map(({ value, placeholder }) => [value, placeholder])).toEqual([
      ['', 'Stored. Leave blank to keep it.'],
      ['text/plain', ''],
    ]);
    await userEvent.type(screen.getByLabelText('Description'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(1));
    const [[, , body] = []] = sent(shell);
    expect((body as NewWebhook).handlers[0]?.custom_http_headers).toEqual(custom_http_headers);
  });

  it('marks the fields that are mandatory [hook-04]', async () => {
    openNew();
    await screen.findByRole('combobox', { name: /^Event ?\*$/ });
    for (const name of ['Name *', 'URL *', 'Event *']) expect(screen.getByText(withText(name))).toBeTruthy();
  });

  it.each([
    ['artifact', {}],
    ['artifact', { includePatterns: ['org/**'], excludePatterns: [] }],
    ['build', { includePatterns: ['tea*'], excludePatterns: [] }],
  ])('keeps a webhook of all %s events as it is: %j [hook-05]', async (domain, criteria) => {
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys), {
      ...deploys,
      event_filter: { ...deploys.event_filter, domain, criteria },
    });
    const all = domain === 'build' ? 'All builds' : 'All local repositories';
    expect((await screen.findByLabelText<HTMLInputElement>(all)).checked).toBe(true);
    await userEvent.type(screen.getByLabelText('Description'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    // The preview of patterns is sent, too.
    const saved = () => sent(shell).filter(([method]) => method === 'PUT');
    await waitFor(() => expect(saved()).toHaveLength(1));
    const [[, , body] = []] = saved();
    expect((body as NewWebhook).event_filter.criteria).toEqual({
      ...{ includePatterns: [], excludePatterns: [] },
      ...criteria,
    });
  });

  it('restricts a webhook of all repositories when a class is deselected', async () => {
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys), {
      ...deploys,
      event_filter: { ...deploys.event_filter, criteria: {} },
    });
    await userEvent.click(await screen.findByLabelText('All remote repositories'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(1));
    const [[, , body] = []] = sent(shell);
    expect((body as NewWebhook).event_filter.criteria).toMatchObject({
      ...{ anyLocal: true, anyRemote: false, anyFederated: true, repoKeys: [] },
    });
  });

  it('says that a webhook without a repository receives nothing', async () => {
    const shell = openDeploys();
    await userEvent.click(await screen.findByLabelText('All local repositories'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const text = 'Select repositories, or a class of repositories';
    expect((await screen.findAllByText(new RegExp(text))).length).toBeGreaterThan(0);
    expect(sent(shell)).toEqual([]);
  });

  it('keeps the value of a secret whose name did not change [hook-02]', async () => {
    const [handler] = deploys.handlers;
    const custom = { handler_type: 'custom-webhook' as const, secrets: [{ name: 'chat' }], payload: '{}' };
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys), {
      ...deploys,
      handlers: handler ? [{ ...handler, ...custom }] : [],
    });
    const name = await screen.findByLabelText('Secret name');
    await userEvent.type(name, 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('A Secret must contain value', { selector: '.ld-field__error' }),
    ).toBeTruthy();
    expect(sent(shell)).toEqual([]);
    await userEvent.type(name, '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(1));
    const [[, , body] = []] = sent(shell);
    expect((body as NewWebhook).handlers[0]?.secrets).toEqual([{ name: 'chat' }]);
  });

  it('has the fields of a custom webhook [hook-02]', async () => {
    const shell = openDeploys(({ http }) => void http.on(`PUT ${CALL}/deploys`, deploys));
    await userEvent.selectOptions(await screen.findByLabelText('Type'), 'Custom payload');
    await userEvent.selectOptions(screen.getByLabelText('Method'), 'PUT');
    await userEvent.click(screen.getByRole('button', { name: 'Add secret' }));
    await userEvent.type(screen.getByLabelText('Secret name'), 'chat');
    await userEvent.type(screen.getByLabelText('Value'), 'sesame');
    await userEvent.click(screen.getByLabelText('Payload'));
    await userEvent.paste('{"text": "{{ .data.name }}"}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(1));
    const [[, , body] = []] = sent(shell);
    expect((body as NewWebhook).handlers).toEqual([
      {
        handler_type: 'custom-webhook',
        url: 'https://ci.example.org/hook',
        method: 'PUT',
        secrets: [{ name: 'chat', value: 'sesame' }],
        http_headers: [],
        payload: '{"text": "{{ .data.name }}"}',
      },
    ]);
  });

  it('says that there are no federated repositories yet', async () => {
    openDeploys();
    const field = await screen.findByLabelText('All federated repositories');
    const help = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('This version has no federated repositories');
  });

  it('shows that no proxy exists, and why [hook-06]', async () => {
    openDeploys(({ http }) => {
      http.on('GET /ui/api/v1/ui/proxies/proxyKeys', () => {
        throw new HttpFailure(404, 'Not found');
      });
    });
    expect(await screen.findByText('No proxies available: Not found')).toBeTruthy();
    expect((screen.getByLabelText('Use a proxy') as HTMLInputElement).disabled).toBe(true);
  });
});

describe('a form that is not valid', () => {
  const valid = { ...NEW_WEBHOOK, key: 'ok', url: 'https://x.org/', domain: 'user', eventTypes: ['locked'] };
  const pair = { name: 'X-Team', value: 'tea' };
  it.each([
    ['key', { key: '' }, 'This field is mandatory'],
    ['url', { url: '' }, 'This field is mandatory'],
    ['domain', { domain: '' }, 'This field is mandatory'],
    ['key', { key: 'not good' }, 'Name cannot contain special characters'],
    ['key', { key: '1st' }, 'Name cannot contain special characters'],
    ['key', { key: 'x' }, 'Name cannot contain special characters'],
    ['key', { key: 'deploys' }, 'This name already exist'],
    ['url', { url: 'nonsense' }, 'Enter a valid URL'],
    ['url', { url: 'ftp://x.org' }, 'Enter a valid URL'],
    ['headers', { headers: [{ ...pair, value: '' }] }, 'Header must contain name and value'],
    [
      'secrets',
      { handlerType: 'custom-webhook', secrets: [{ ...pair, name: '' }] },
      'A Secret must contain name',
    ],
    [
      'secrets',
      { handlerType: 'custom-webhook', secrets: [{ ...pair, name: 'a b' }] },
      'A secret name cannot contain special characters',
    ],
    [
      'secrets',
      { handlerType: 'custom-webhook', secrets: [{ name: 'chat', value: '' }] },
      'A Secret must contain value',
    ],
    [
      'selectedBuilds',
      { domain: 'build', eventTypes: ['uploaded'], anyBuild: false },
      'Select builds, or all builds',
    ],
    [
      'bundles',
      { domain: 'release_bundle', eventTypes: ['created'], anyReleaseBundle: false },
      'Select release bundles, or all release bundles',
    ],
  ] as const)('has a message at %s for %j: %s [hook-04]', (field, change, message) => {
    const errors = checkWebhook({ ...valid, ...change }, ['deploys']);
    expect(errors).toMatchObject({ [field]: { message: { text: message } } });
    expect(checkWebhook(valid, ['deploys'])).toEqual({});
  });
});

describe('the test of the URL [hook-05]', () => {
  const answer = { status: 200, duration: 5, response: 'thanks', request: {} };
  it('reports a success', async () => {
    openDeploys(({ http }) => void http.on(`POST ${CALL}/test`, answer));
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('A dummy hook was executed and sent to the configured URL')).toBeTruthy();
    expect(screen.getByText('Status 200 after 5 ms. Response: thanks')).toBeTruthy();
  });

  it.each([
    [502, 'Sending a dummy Webhook failed'],
    [504, 'Sending a dummy Webhook failed'],
    [400, 'Request failed, unable to test Webhook.'],
    [500, 'Request failed, unable to test Webhook.'],
  ])('reports status %i: %s', async (status, message) => {
    openDeploys(({ http }) =>
      http.on(`POST ${CALL}/test`, () => {
        throw new HttpFailure(status, 'the reason');
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('the reason')).toBeTruthy();
  });
});

it('only logs that the domains failed to load [hook-05]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const http = { json: () => Promise.reject(new HttpFailure(500, 'no')) } as never;
  expect(await fetchDomains(http)).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it('filters builds and bundles by patterns: not without patterns, and a failure is false [hook-06]', async () => {
  const json = vi.fn(() => Promise.resolve(['tea-build']));
  const none = { includePatterns: [], excludePatterns: [] };
  const some = { includePatterns: ['tea*'], excludePatterns: [] };
  expect(await filterByPatterns({ json } as never, 'buildPatterns', none)).toEqual([]);
  expect(json).not.toHaveBeenCalled();
  expect(await filterByPatterns({ json } as never, 'buildPatterns', some)).toEqual(['tea-build']);
  expect(json).toHaveBeenCalledWith('/ui/api/v1/ui/permissiontargets/buildPatterns', {
    method: 'POST',
    body: some,
  });
  const failing = { json: () => Promise.reject(new HttpFailure(500, 'no')) } as never;
  expect(await filterByPatterns(failing, 'releaseBundles', some)).toBe(false);
});
