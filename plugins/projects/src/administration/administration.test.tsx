import { HttpFailure } from '@lading/contract';
import type { Project } from '@lading/contract/rest';
import { routeOpener } from '@lading/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProjectListPage } from './ProjectListPage.tsx';
import { ProjectMembersPage } from './ProjectMembersPage.tsx';
import { ProjectPage } from './ProjectPage.tsx';
import { PROJECTS } from './paths.ts';

const CALL = '/access/api/v1/projects';
const TEA: Project = {
  project_key: 'tea',
  display_name: 'Tea room',
  description: 'All about tea',
  admin_privileges: { manage_members: true, manage_resources: false, index_resources: true },
  storage_quota_bytes: 1024 ** 3,
};

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {};
const open = routeOpener('projects');

it('lists all projects with their quotas, and links to their members', async () => {
  open(PROJECTS, PROJECTS, ProjectListPage, ({ http }) => {
    http.on(`GET ${CALL}`, [
      TEA,
      { ...TEA, project_key: 'ale', display_name: 'Ale', storage_quota_bytes: -1 },
    ]);
  });
  const link = await screen.findByRole('link', { name: 'Tea room' });
  expect(link.getAttribute('href')).toContain(`${PROJECTS}/edit/tea`);
  expect(screen.getByText('1 GiB')).toBeDefined();
  expect(screen.getByText('No limit')).toBeDefined();
  const members = screen.getByRole('link', { name: 'Members of Tea room' });
  expect(members.getAttribute('href')).toContain(`${PROJECTS}/members/tea`);
});

it('creates a project with a quota, then opens its members', async () => {
  const shell = open(`${PROJECTS}/new`, `${PROJECTS}/new`, ProjectPage, ({ http }) => {
    http.on(`POST ${CALL}`, TEA);
  });
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Tea room');
  await userEvent.type(screen.getByLabelText(/^Key/), 'Tea');
  await userEvent.click(screen.getByRole('button', { name: 'Create Project' }));
  expect(await screen.findByText('Project key must start with a lowercase character')).toBeDefined();
  await userEvent.clear(screen.getByLabelText(/^Key/));
  await userEvent.type(screen.getByLabelText(/^Key/), 'tea');
  await userEvent.type(screen.getByLabelText('Storage quota'), '1 GiB');
  await userEvent.click(screen.getByLabelText('Create, change, and delete repositories'));
  await userEvent.click(screen.getByRole('button', { name: 'Create Project' }));
  await waitFor(() => expect(shell.navigation.place.pathname).toBe(`${PROJECTS}/members/tea`));
  expect(shell.http.calls.at(-1)?.options.body).toEqual({
    project_key: 'tea',
    display_name: 'Tea room',
    description: '',
    storage_quota_bytes: 1073741824,
    admin_privileges: { manage_members: true, manage_resources: false },
  });
  expect(shell.project.changes).toBe(1);
});

it('removes the quota of a project, and reports that one with repositories is not deleted', async () => {
  const shell = open(`${PROJECTS}/edit/tea`, `${PROJECTS}/edit/:key`, ProjectPage, ({ http, modals }) => {
    http.on(`GET ${CALL}/tea`, TEA).on(`PUT ${CALL}/tea`, TEA);
    http.on(`DELETE ${CALL}/tea`, () => {
      throw new HttpFailure(409, 'Project tea has repositories', 'IN_USE');
    });
    modals.answer = true;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(shell.notifications.shown.at(-1)?.text).toContain('Project tea has repositories'),
  );
  await userEvent.clear(screen.getByLabelText('Storage quota'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shell.navigation.place.pathname).toBe(PROJECTS));
  expect(shell.http.calls.at(-1)?.options.body).toMatchObject({ storage_quota_bytes: -1 });
});

it('lists the members of a project that is not selected', async () => {
  open(`${PROJECTS}/members/tea`, `${PROJECTS}/members/:key`, ProjectMembersPage, ({ http }) => {
    http.on(`GET ${CALL}/tea/users`, { members: [{ name: 'rosa', roles: ['Developer'] }] });
    http.on(`GET ${CALL}/tea/groups`, { members: [{ name: 'crew', roles: ['Viewer'] }] });
  });
  expect(await screen.findByText('rosa')).toBeDefined();
  expect(screen.getByText('crew')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Members of tea');
});
