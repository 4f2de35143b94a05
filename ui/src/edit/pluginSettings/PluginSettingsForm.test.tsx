import type { PluginSettingsForm as Form } from '@lading/contract/rest';
import { fakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInShell } from '../../testing/renderInShell.tsx';
import { PluginSettingsForm } from './PluginSettingsForm.tsx';

const CALL = 'PUT /ui/api/v1/lading/plugins/tide/settings/user';
const title = (text: string) => ({ id: `tide.${text}`, text });
const form: Form = {
  ...{ plugin: 'tide', specifier: 'lading-plugin-tide', version: '1.0.0' },
  settings: [
    { name: 'seconds', title: title('Seconds'), type: 'integer', default: 60, minimum: 10, maximum: 90 },
    { name: 'factor', title: title('Factor'), type: 'number', default: 1 },
    {
      name: 'unit',
      title: title('Unit'),
      description: title('Of levels'),
      type: 'string',
      default: 'm',
      enum: ['m', 'ft'],
    },
    { name: 'motto', title: title('Motto'), type: 'string', default: '', maxLength: 4 },
    { name: 'loud', title: title('Loud'), type: 'boolean', default: false },
  ],
  values: { seconds: 60, factor: 1, unit: 'm', motto: '', loud: false },
};

function open(prepare: (shell: ReturnType<typeof fakeShell>) => void = () => {}) {
  const shell = fakeShell();
  prepare(shell);
  renderInShell(shell, <PluginSettingsForm opened={{ value: form, version: '"1"' }} scope="user" />);
  return shell;
}
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
};

it('has a field for each setting, and sends values of their types', async () => {
  const saved = { seconds: 30, factor: 2.5, unit: 'ft', motto: 'ahoy', loud: true };
  const shell = open(({ http }) => {
    http.on(CALL, { ...form, values: saved });
  });
  expect(screen.getByText('Of levels')).toBeTruthy();
  await type('Seconds', '30');
  await type('Factor', '2,5');
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'ft');
  await type('Motto', 'ahoy');
  await userEvent.click(screen.getByLabelText('Loud'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(shell.http.calls.map(({ options }) => options.body)).toEqual([{ values: saved }]),
  );
  expect(shell.http.calls[0]?.options.headers).toEqual({ 'if-match': '"1"' });
});

it('names what a value must be, and sends nothing', async () => {
  const shell = open();
  await type('Seconds', '9');
  await type('Factor', '');
  await type('Motto', 'longer');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  for (const shown of ['Enter at least 10.', 'Enter a number.', 'Enter 0 to 4 characters.'])
    expect((await screen.findAllByText(new RegExp(shown))).length).toBeGreaterThan(0);
  await type('Seconds', '10.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(/Enter a whole number\./)).length).toBeGreaterThan(0);
  expect(shell.http.calls).toEqual([]);
});
