import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { QuickSetupPage } from '../quickSetup/QuickSetupPage.tsx';
import { openAt } from '../testing/openAt.tsx';
import { LOOK_MS } from './GettingStartedStore.ts';

const PACKAGES = 'POST /ui/api/v1/mds/packages';
const answer = (...names: string[]) => ({
  data: { packages: { edges: names.map((name) => ({ node: { id: `npm://${name}`, name } })) } },
});
const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt('/quick-setup', QuickSetupPage, (shell) => {
    shell.licence.type = 'OSS';
    shell.http.on('PUT /artifactory/api/repositories/my-npm-local', undefined).on(PACKAGES, answer());
    prepare(shell);
  });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create repository' }));

describe('the getting-started flow', () => {
  it('is what an administrator of the free tier sees first [onb-08]', () => {
    const shell = open();
    expect(screen.getByRole('heading', { name: 'Your first package' })).toBeTruthy();
    expect(shell.http.calls).toEqual([]);
  });

  it('makes a repository, shows the commands, waits, and shows what came', async () => {
    const shell = open();
    await create();
    expect(await screen.findByText('The repository my-npm-local is there.')).toBeTruthy();
    expect(shell.http.calls[0]?.options.body).toEqual({
      key: 'my-npm-local',
      rclass: 'local',
      packageType: 'npm',
    });
    const registry = `${window.location.origin}/artifactory/api/npm/my-npm-local/`;
    const commands = screen.getAllByRole('group', { name: 'Command' }).map((each) => each.textContent);
    expect(commands[0]).toContain(`npm login --registry ${registry}`);
    expect(commands[1]).toContain(`npm publish --registry ${registry}`);
    expect(screen.getByText('Waiting for the first package…')).toBeTruthy();
    expect(shell.periodic.jobs[0]?.milliseconds).toBe(LOOK_MS);
    await act(() => shell.periodic.tick());
    expect(screen.getByText('Waiting for the first package…')).toBeTruthy();
    shell.http.on(PACKAGES, answer('left-pad'));
    await act(() => shell.periodic.tick());
    expect(screen.getByText('left-pad has arrived')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show it' }).getAttribute('href')).toContain(
      '/packages/npm%3A%2F%2Fleft-pad',
    );
    expect(shell.periodic.jobs).toEqual([]);
  });

  it('has curl for files, which it quotes the name of the user for', async () => {
    const shell = open(({ user, http }) => {
      user.current = { ...(user.current as NonNullable<typeof user.current>), name: "o'hara" };
      http.on('PUT /artifactory/api/repositories/my-generic-local', undefined);
      http.on('GET /artifactory/api/storage/my-generic-local', { children: [{ uri: '/hello.txt' }] });
    });
    await userEvent.selectOptions(screen.getByLabelText('What will you put there?'), 'curl');
    await create();
    const command = (await screen.findByRole('group', { name: 'Command' })).textContent;
    expect(command).toContain(String.raw`curl -u 'o'\''hara' -T hello.txt`);
    await act(() => shell.periodic.tick());
    expect(screen.getByText('hello.txt has arrived')).toBeTruthy();
  });

  it('says what is wrong with a key, and why the platform made no repository; the key stays', async () => {
    const shell = open();
    const key = screen.getByLabelText(/^Repository key/);
    await userEvent.clear(key);
    await userEvent.type(key, 'Big Repo');
    await create();
    expect(await screen.findByText(/^Only lower-case letters/)).toBeTruthy();
    await userEvent.clear(key);
    await userEvent.type(key, 'taken');
    shell.http.on('PUT /artifactory/api/repositories/taken', () => {
      throw new HttpFailure(400, 'There is a repository taken already');
    });
    await create();
    expect(await screen.findByText(/There is a repository taken already/)).toBeTruthy();
    expect((key as HTMLInputElement).value).toBe('taken');
  });

  it('goes on looking when that failed', async () => {
    const shell = open(({ http }) =>
      http.on(PACKAGES, () => {
        throw new HttpFailure(503, 'busy');
      }),
    );
    await create();
    await act(() => shell.periodic.tick());
    expect(await screen.findByText('It could not be looked whether something came: busy')).toBeTruthy();
    shell.http.on(PACKAGES, answer('left-pad'));
    await act(() => shell.periodic.tick());
    expect(screen.getByText('left-pad has arrived')).toBeTruthy();
  });

  it('tells others whom to ask', () => {
    open(({ user }) => {
      user.current = { ...(user.current as NonNullable<typeof user.current>), admin: false };
    });
    expect(screen.getByText('Administrators make repositories')).toBeTruthy();
  });
});
