import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { ShellContext, ShellRouter } from '@lading/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RepositoryListPage } from './RepositoryListPage.tsx';

afterEach(cleanup);

const REPOSITORIES = 'GET /artifactory/api/repositories';
const npm = { key: 'npm-local', type: 'LOCAL', packageType: 'npm', description: 'Published here' };

function show(answer: unknown) {
  const shell = fakeShell({ plugin: '__NAME__', place: '/__NAME__' });
  shell.http.on(REPOSITORIES, answer);
  render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>
        <RepositoryListPage />
      </ShellRouter>
    </ShellContext.Provider>,
  );
  return shell;
}

describe('the list', () => {
  it('shows each repository', async () => {
    show([npm]);
    const row = await screen.findByRole('row', { name: /npm-local/ });
    expect(row.textContent).toContain('Published here');
  });

  it('shows an empty state', async () => {
    show([]);
    await screen.findByText('No repositories that you have permission to read');
  });

  it('shows an error with Retry', async () => {
    const shell = show(() => {
      throw new HttpFailure(503, 'The database is busy');
    });
    await screen.findByText('The database is busy');
    shell.http.on(REPOSITORIES, [npm]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('row', { name: /npm-local/ });
  });
});
