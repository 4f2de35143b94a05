import { HttpFailure } from '@lading/contract';
import type { RepoKeyType } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.tsx';
import { SetMeUpPage } from './SetMeUpPage.tsx';

const CALL = 'GET /ui/api/v1/ui/setMeUp';
const baseUrl = 'https://packages.example.org/artifactory';
const repo = (repoKey: string, repoType: string, more: Partial<RepoKeyType> = {}): RepoKeyType => ({
  repoKey,
  repoType,
  isLocal: true,
  isRemote: false,
  isVirtual: false,
  canRead: true,
  canDeploy: true,
  ...more,
});
const answer = (...repoKeyTypes: RepoKeyType[]) => ({ repoKeyTypes, baseUrl, serverId: 's', hostname: 'h' });
const commands = () => screen.getAllByRole('group').map((each) => each.textContent);

describe('Set Me Up [shell-08]', () => {
  it('shows what a client needs, of the virtual repository first, and keeps the choice in the address', async () => {
    const shell = openAt('/set-me-up', SetMeUpPage, ({ http }) =>
      http.on(
        CALL,
        answer(
          repo('npm-local', 'npm'),
          repo('npm', 'npm', { isLocal: false, isVirtual: true }),
          repo('secret', 'npm', { canRead: false }),
          repo('files', 'generic'),
        ),
      ),
    );
    const choice = (await screen.findByLabelText('Repository')) as HTMLSelectElement;
    expect([...choice.options].map(({ textContent }) => textContent)).toEqual([
      'npm-local (npm)',
      'npm (npm)',
      'files (generic)',
    ]);
    expect(commands()).toEqual([
      `npm login --registry ${baseUrl}/api/npm/npm/`,
      `npm config set registry ${baseUrl}/api/npm/npm/`,
      `npm install left-pad --registry ${baseUrl}/api/npm/npm/`,
      `npm publish --registry ${baseUrl}/api/npm/npm/`,
    ]);
    await userEvent.selectOptions(choice, 'files');
    expect(commands()).toEqual([
      `curl -u you -O ${baseUrl}/files/hello.txt`,
      `curl -u you -T hello.txt ${baseUrl}/files/hello.txt`,
    ]);
    expect(shell.navigation.place.search).toBe('?repo=files');
  });

  it('has no word of publishing where the user may not, and the address alone of a type without a client', async () => {
    openAt('/set-me-up?repo=npm-local', SetMeUpPage, ({ http }) =>
      http.on(CALL, answer(repo('npm-local', 'npm', { canDeploy: false }), repo('images', 'docker'))),
    );
    await screen.findByLabelText('Repository');
    expect(commands().join()).not.toContain('publish');
    await userEvent.selectOptions(screen.getByLabelText('Repository'), 'images');
    expect(screen.getByText(/^No client of the type docker is known here yet/)).toBeTruthy();
    expect(commands()).toEqual([`${baseUrl}/images`]);
  });

  it('says when there is nothing to read, and when it could not be asked', async () => {
    const shell = openAt('/set-me-up', SetMeUpPage, ({ http }) =>
      http.on(CALL, () => {
        throw new HttpFailure(503, 'busy');
      }),
    );
    expect(await screen.findByText('The repositories could not be fetched')).toBeTruthy();
    shell.http.on(CALL, answer());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('There is no repository that you may read')).toBeTruthy();
  });
});
