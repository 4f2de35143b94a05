import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { Components } from './Components.tsx';

it('shows the shared components in their states', async () => {
  const user = userEvent.setup();
  openAt('/demo', Components, () => {});
  const headings = (await screen.findAllByRole('heading', { level: 3 })).map((each) => each.textContent);
  expect(headings).toEqual([
    'Type',
    'Buttons',
    'Fields',
    'States',
    'Severities',
    'Tags',
    'Key-value list',
    'Code',
  ]);
  expect(screen.getByRole('alert').textContent).toBe('Enter a name');
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'a');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const state of ['Online', 'Running', 'Degraded', 'Failed', 'Paused'])
    expect(screen.getByText(state)).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Docker' }));
  expect(screen.getByRole('tabpanel').textContent).toContain('docker pull');
});
