import { HttpFailure } from '@lading/contract';
import type { DependencyNode, TransitiveDependencies } from '@lading/contract/rest';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DependencyGraph } from './DependencyGraph.tsx';

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };
const node = (name: string, more: Partial<DependencyNode> = {}): DependencyNode => ({
  ...{ name, version: '1.0.0', range: null, resolution: 'stored', depth: 1, via: 'app' },
  ...{ vulnerabilities: none, upgrade: null },
  ...more,
});
const found = (more: Partial<TransitiveDependencies> = {}): TransitiveDependencies => ({
  ...{ known: true, own: { vulnerabilities: none, upgrade: null }, nodes: [], truncated: false },
  ...more,
});

function show(answer: TransitiveDependencies | (() => never)): FakeShell {
  const shell = fakeShell();
  shell.http.on('GET /ui/api/v1/ui/dependencies', answer);
  renderInShell(shell, <DependencyGraph packageId="npm://app" version="1.0.0" repoKey="npm-local" />);
  return shell;
}

describe('the dependencies at every depth', () => {
  it('show vulnerabilities, the dependency between, and the version to upgrade to', async () => {
    const high = { ...none, high: 1 };
    show(
      found({
        nodes: [
          node('leaky', { depth: 2, via: 'mid', vulnerabilities: high, upgrade: { version: '1.2.0' } }),
          node('stuck', { vulnerabilities: high }),
          node('absent', { version: null, range: '^3.0.0', resolution: 'unresolved', vulnerabilities: null }),
        ],
      }),
    );
    const leaky = await screen.findByRole('row', { name: /^leaky/ });
    expect(leaky.textContent).toContain('through mid');
    expect(screen.getByRole('link', { name: '1.2.0' }).getAttribute('href')).toBe(
      '/ui/packages/npm%3A%2F%2Fleaky/1.2.0',
    );
    expect(screen.getByRole('row', { name: /^stuck/ }).textContent).toContain('None stored');
    const absent = screen.getByRole('row', { name: /^absent/ });
    expect(absent.textContent).toContain('^3.0.0 not stored');
    expect(absent.textContent).not.toContain('None');
  });

  it.each([
    [found({ known: false }), /^Unknown dependencies/],
    [found(), 'This version declares no dependencies.'],
    [found({ truncated: true, nodes: [node('a')] }), 'Only the nearest dependencies are listed.'],
    [found({ own: { vulnerabilities: { ...none, low: 1 }, upgrade: null } }), /No newer stored version/],
  ])('state what is known: %#', async (answer, text) => {
    show(answer);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('are listed in steps', async () => {
    show(found({ nodes: Array.from({ length: 450 }, (_, at) => node(`dep-${at}`)) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(screen.getAllByRole('row', { name: /^dep-/ }).length).toBe(400);
  });

  it('report a failure with its cause', async () => {
    show(() => {
      throw new HttpFailure(503, 'The database is not responding');
    });
    expect(await screen.findByText('Failed to load the dependencies')).toBeTruthy();
    expect(screen.getByText('The database is not responding')).toBeTruthy();
  });
});
