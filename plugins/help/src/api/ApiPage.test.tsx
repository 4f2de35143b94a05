import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ApiDocument } from './ApiDocument.ts';
import { ApiPage } from './ApiPage.tsx';

const access = { name: 'administrators', description: 'Administrators.' };
const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const document: ApiDocument = {
  tags: [
    {
      name: 'Protocol: npm',
      description: 'Under `/npm`.',
      externalDocs: { url: 'https://example.org/npm' },
    },
  ],
  paths: {
    '/users': {
      get: {
        operationId: 'get_users',
        tags: ['Users'],
        summary: 'Lists users.',
        'x-access': access,
        responses: { 200: { description: 'Success.', ...json('Users') } },
      },
      post: {
        operationId: 'post_users',
        tags: ['Users'],
        summary: 'Creates a user.',
        'x-access': access,
        requestBody: json('NewUser'),
        responses: {
          201: { description: 'Success.', ...json('User') },
          409: { description: 'USER_EXISTS.' },
        },
      },
    },
    '/ping': {
      get: {
        operationId: 'get_ping',
        tags: ['System'],
        summary: 'Returns OK.',
        'x-access': { name: 'everyone', description: 'Everyone.' },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
  components: {
    schemas: {
      User: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Users: {
        type: 'object',
        properties: { users: { type: 'array', items: { $ref: '#/components/schemas/User' } } },
      },
      NewUser: {
        type: 'object',
        required: ['name', 'kind'],
        properties: {
          name: { type: 'string', description: 'Lowercase.' },
          kind: { enum: ['one', 'other'] },
          groups: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

function openPage() {
  const shell = fakeShell({ plugin: 'help', place: '/help/api' });
  shell.http.on('GET /openapi.json', document);
  renderInShell(shell, <ApiPage />);
  return shell;
}

it('lists calls by section, and links to the protocols', async () => {
  openPage();
  expect(await screen.findByText('3 calls')).toBeTruthy();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['System', 'Users', 'Package manager protocols']);
  expect(screen.getByRole('link', { name: 'npm' }).getAttribute('href')).toBe('https://example.org/npm');
});

it('shows access, body, responses, and a command of a call', async () => {
  openPage();
  await userEvent.click(await screen.findByText('Creates a user.'));
  expect(await screen.findByText('Administrators.')).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Body' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'name requiredstringLowercase.',
    'kind required"one" | "other"',
    'groupsstring[]',
  ]);
  expect(screen.getByText('USER_EXISTS.')).toBeTruthy();
  const command = screen.getByText(/^curl -X POST/).textContent;
  expect(command).toContain(`/users' \\\n  -H 'Authorization: Bearer TOKEN'`);
  expect(command).toContain(`-d '{"name":"…","kind":"one"}'`);
  expect(screen.getByRole('button', { name: 'Copy command' })).toBeTruthy();
});

it('shows fields of objects in lists', async () => {
  openPage();
  await userEvent.click(await screen.findByText('Lists users.'));
  const table = await screen.findByRole('table', { name: 'Answers' });
  expect(within(table).getByText('users[].name')).toBeTruthy();
});

it('finds calls by keywords', async () => {
  openPage();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search calls' }), 'post users{Enter}');
  expect(await screen.findByText('1 call')).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'nothing{Enter}');
  expect(await screen.findByText('No calls match “nothing”')).toBeTruthy();
});

it('reports a document that fails to load', async () => {
  const shell = fakeShell({ plugin: 'help', place: '/help/api' });
  shell.http.on('GET /openapi.json', () => Promise.reject(new Error('no network')));
  renderInShell(shell, <ApiPage />);
  expect(await screen.findByText('Failed to load the API reference')).toBeTruthy();
});
