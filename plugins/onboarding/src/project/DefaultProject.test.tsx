import { HttpFailure } from '@lading/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { DefaultProject } from './DefaultProject.tsx';

const CALL = 'POST /access/api/v1/projects';
const create = () => userEvent.click(screen.getByText('Create project'));
const key = () => screen.getByLabelText(/^Project key/) as HTMLInputElement;

describe('the default project', () => {
  it('is called Default Project, with the key dflt [onb-07]', async () => {
    const shell = openAt('/quick-setup', DefaultProject, ({ http }) =>
      http.on(CALL, { project_key: 'dflt', display_name: 'Default Project' }),
    );
    expect([(screen.getByLabelText(/^Project name/) as HTMLInputElement).value, key().value]).toEqual([
      'Default Project',
      'dflt',
    ]);
    await create();
    expect(await screen.findByText('Project Default Project created.')).toBeTruthy();
    expect(shell.http.calls[0]?.options.body).toEqual({
      project_key: 'dflt',
      display_name: 'Default Project',
    });
    expect(shell.project.changes).toBe(1);
  });

  it.each([
    ['9lives', 'Project key must start with a lowercase character'],
    ['Big', 'Project key must start with a lowercase character'],
    ['', 'Project key must start with a lowercase character'],
    ['a_b', 'Use only lowercase letters, digits, and hyphens'],
    [`a${'b'.repeat(128)}`, 'Maximum 128 characters'],
  ])('rejects the key %j [onb-07]', async (typed, fault) => {
    const shell = openAt('/quick-setup', DefaultProject, () => {});
    await userEvent.clear(key());
    if (typed) await userEvent.click(key());
    if (typed) await userEvent.paste(typed);
    await create();
    expect(await screen.findByText(fault)).toBeTruthy();
    expect(shell.http.calls).toEqual([]);
  });

  it("shows 'Failed to create a project' with the reason, and keeps the input [onb-07]", async () => {
    const shell = openAt('/quick-setup', DefaultProject, ({ http }) =>
      http.on(CALL, () => {
        throw new HttpFailure(409, 'Project dflt already exists');
      }),
    );
    await create();
    expect(await screen.findByText(/Project dflt already exists/)).toBeTruthy();
    expect(shell.notifications.shown).toEqual([{ kind: 'error', text: 'Failed to create a project' }]);
    expect(key().value).toBe('dflt');
  });
});
