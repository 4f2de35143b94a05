import type {
  OidcMapping,
  OidcMappingDetails,
  OidcProviderDetails,
  OidcTestResult,
} from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CI } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { exchangeSnippets } from './exchangeSnippets.ts';
import { MappingFormPage } from './MappingFormPage.tsx';
import { mappingOf, valuesOf } from './mappingValues.ts';
import { ProviderFormPage } from './ProviderFormPage.tsx';
import { ProviderListPage } from './ProviderListPage.tsx';
import { ProviderPage } from './ProviderPage.tsx';

const OIDC = '/access/api/v1/oidc';
const hub: OidcProviderDetails = {
  ...{ name: 'hub', provider_type: 'GitHub', issuer_url: 'https://token.actions.githubusercontent.com' },
  ...{ audience: 'lading', description: '', allow_private: false, mappings: 1 },
};
const main: OidcMapping = {
  ...{ name: 'main', description: '', priority: 10 },
  claims: { repository: 'acme/*', ref: ['refs/heads/main', 'refs/tags/v*'] },
  token_spec: { username: 'robot', scope: 'repository:npm-local:read', expires_in: 900 },
};
const answers = ({ http }: FakeShell) => {
  http.on(`GET ${OIDC}`, [hub]);
  http.on(`GET ${OIDC}/hub`, hub);
  http.on(`GET ${OIDC}/hub/identity_mappings`, [main]);
  http.on(`GET ${OIDC}/hub/identity_mappings/main`, main);
};

describe('tokens for CI jobs', () => {
  it('list the providers with links', async () => {
    openAt(CI, CI, ProviderListPage, answers);
    const link = await screen.findByRole('link', { name: 'hub' });
    expect(link.getAttribute('href')).toBe(`/ui${CI}/hub`);
  });

  it('show which job last got a token by each mapping', async () => {
    const used: OidcMappingDetails = {
      ...{ ...main, name: 'used', last_used: '2026-01-02T03:04:05.000Z', last_subject: 'repo:acme/tea' },
    };
    openAt(`${CI}/hub`, `${CI}/:provider`, ProviderPage, (fake) => {
      answers(fake);
      fake.http.on(`GET ${OIDC}/hub/identity_mappings`, [main, used]);
    });
    expect((await screen.findAllByRole('listitem')).length).toBeGreaterThan(0);
    const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')?.textContent;
    expect(rowOf('main')).toContain('No job has gotten a token yet');
    expect(rowOf('used')).toMatch(/Last token: repo:acme\/tea,.+ago/);
  });

  it('are set up with a provider, whose issuer follows from the type', async () => {
    const shell = openAt(`${CI}/new`, `${CI}/new`, ProviderFormPage, (fake) =>
      fake.http.on(`POST ${OIDC}`, hub),
    );
    await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'hub');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'GitLab');
    const issuer = screen.getByRole('textbox', { name: /^Issuer URL/ }) as HTMLInputElement;
    expect(issuer.value).toBe('https://gitlab.com');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.http.calls.at(-1)?.method).toBe('POST'));
    expect(shell.http.calls.find(({ method }) => method === 'POST')?.options.body).toEqual({
      ...{ name: 'hub', provider_type: 'GitLab', issuer_url: 'https://gitlab.com', audience: 'lading' },
      ...{ description: '', allow_private: false },
    });
  });

  it('need claims in a mapping, and save several values as a list', async () => {
    const path = `${CI}/:provider/mappings/new`;
    const shell = openAt(`${CI}/hub/mappings/new`, path, MappingFormPage, (fake) =>
      fake.http.on(`POST ${OIDC}/hub/identity_mappings`, main),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(shell.http.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'main');
    const claims = screen.getByRole('textbox', { name: /^Claims/ });
    await userEvent.type(claims, 'repository=acme/*\nref=refs/heads/main\nref=refs/tags/v*');
    await userEvent.type(screen.getByRole('textbox', { name: /^User/ }), 'robot');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Access' }), 'npm');
    await userEvent.type(screen.getByRole('textbox', { name: /^Local repository/ }), 'npm-local');
    await userEvent.type(screen.getByRole('textbox', { name: /^Package/ }), '@acme/tea');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.http.calls.some(({ method }) => method === 'POST')).toBe(true));
    expect(shell.http.calls.find(({ method }) => method === 'POST')?.options.body).toEqual({
      ...main,
      token_spec: { username: 'robot', scope: '', expires_in: 900 },
      publisher: { package_type: 'npm', repository: 'npm-local', package: '@acme/tea' },
    });
  });

  it('explain in the tester which claim differs', async () => {
    const result: OidcTestResult = {
      ...{ verified: false, problem: 'It expired at 2026-01-02T03:04:05.000Z', claims: [] },
      mappings: [
        {
          ...{ name: 'main', priority: 10, matches: false, applies: false },
          checks: [
            { claim: 'ref', expected: ['refs/heads/main'], actual: ['refs/heads/x'], matches: false },
            { claim: 'repository', expected: ['acme/*'], actual: [], matches: false },
          ],
        },
      ],
    };
    openAt(`${CI}/hub`, `${CI}/:provider`, ProviderPage, (fake) => {
      answers(fake);
      fake.http.on(`POST ${OIDC}/hub/test`, result);
    });
    expect(await screen.findByText('repository=acme/*, ref=refs/heads/main | refs/tags/v*')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'ID token or claims' }), 'ey.x.y');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/^The ID token is rejected. It expired at/)).toBeTruthy();
    const row = screen.getByRole('row', { name: /^ref/ });
    expect(row.textContent).toBe('refrefs/heads/mainrefs/heads/xDiffers');
    expect(screen.getByRole('row', { name: /^repository/ }).textContent).toContain('missing');
  });

  it('keep a mapping unchanged through the form', () => {
    expect(mappingOf(valuesOf(main))).toEqual(main);
  });

  it('come with steps for the CI system of the provider first', () => {
    const all = exchangeSnippets(hub, 'https://lading.example.org');
    expect(all.map(({ label }) => label)).toEqual(['GitHub Actions', 'GitLab CI/CD', 'Jenkins']);
    for (const { code } of all) {
      expect(code).toContain('https://lading.example.org/access/api/v1/oidc/token');
    }
  });
});
