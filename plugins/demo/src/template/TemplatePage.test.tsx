import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { TemplatePage } from './TemplatePage.tsx';

it('shows a page in its four states', async () => {
  openAt('/template', TemplatePage, () => {});
  expect(await screen.findByText('Thing 1')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Empty' }));
  expect(await screen.findByText('No items yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Error' }));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Loading' }));
  expect(document.querySelector('[aria-busy=true]')).toBeTruthy();
});
