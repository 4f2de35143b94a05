import { HttpFailure } from '@lading/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt, placeOf } from '../testing/openAt.ts';
import { NpmLoginPage } from './NpmLoginPage.tsx';

const CONFIRM = '/artifactory/api/npm/npm-local/-/v1/login/confirm';
const waiting = { client: 'quay-7', address: '127.0.0.1', created: '2026-11-21T03:00:00.000Z' };

const open = (found: unknown, confirmed: unknown = { ok: true }) =>
  openAt('/npm-login?repo=npm-local&session=abc', NpmLoginPage, ({ http }) => {
    http.on(`GET ${CONFIRM}`, found);
    http.on(`POST ${CONFIRM}`, confirmed);
  });
const fails = (status: number, words: string, code?: string) => () => {
  throw new HttpFailure(status, words, code);
};

it('names the client, and lets it sign in when the user confirms', async () => {
  const shell = open(waiting);
  expect(await screen.findByText(/npm on quay-7 \(127\.0\.0\.1\) requested a token for/)).toBeTruthy();
  expect(shell.http.calls.map(({ options }) => options.method ?? 'GET')).toEqual(['GET']);
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('npm is signed in. You can close this page.')).toBeTruthy();
  expect(shell.http.calls[1]?.options.body).toEqual({ session: 'abc' });
});

it('reports that no client is waiting any longer', async () => {
  open(fails(404, 'No such sign-in'));
  expect(await screen.findByText(/The request has expired/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('keeps the prompt when confirming fails, with the platform’s message', async () => {
  open(waiting, fails(503, 'The database is away'));
  await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away');
  expect(screen.getByRole('button', { name: 'Allow' })).toBeTruthy();
});

it('requires another sign-in when the last one is too long ago, and returns', async () => {
  const shell = open(fails(403, 'Sign in again', 'SIGN_IN_AGAIN'));
  const back = encodeURIComponent('/ui/npm-login?repo=npm-local&session=abc');
  await waitFor(() => expect(placeOf(shell)).toBe(`/login?logout=true&again=true&redirectTo=${back}`));
});
