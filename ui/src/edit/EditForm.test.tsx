import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { observer } from 'mobx-react-lite';
import { expect, it } from 'vitest';
import { TextField } from '../forms/TextField.tsx';
import { renderInShell } from '../testing/index.ts';
import { EditForm, type EditFormProps } from './EditForm.tsx';
import { EditPage } from './EditPage.tsx';
import { type FormRules, FormStore } from './FormStore.ts';
import { useFields } from './useFields.ts';

interface Values {
  readonly name: string;
  readonly email: string;
}
type Options = Partial<EditFormProps<Values, unknown>> & { rules?: Partial<FormRules<Values>> };

const Fields = observer(function Fields({ store }: { store: FormStore<Values> }) {
  const field = useFields(store);
  return (
    <>
      <TextField {...field('name', 'Name')} />
      <TextField {...field('email', 'Email')} />
    </>
  );
});

function open({ rules, ...props }: Options = {}) {
  const shell = fakeShell();
  const store = new FormStore<Values>({ name: '', email: '' }, { save: async () => {}, ...rules });
  renderInShell(
    shell,
    <EditForm store={store} saved="Saved" {...props}>
      <Fields store={store} />
    </EditForm>,
  );
  return { shell, store };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const REQUIRED: FormRules<Values>['check'] = (values) => ({
  ...(values.name === '' ? { name: 'Enter a name' } : {}),
  ...(values.email === '' ? { email: 'Enter an email address' } : {}),
});

it('summarizes several errors, takes the focus, and links each error to its field', async () => {
  open({ rules: { check: REQUIRED } });
  await save();
  const summary = screen.getAllByRole('alert').find((alert) => alert.textContent?.includes('2 fields'));
  expect(document.activeElement).toBe(summary);
  await userEvent.click(screen.getByRole('button', { name: 'Email: Enter an email address' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
});

it('focuses the one invalid field', async () => {
  const { store } = open({ rules: { check: REQUIRED } });
  store.set('name', 'ada');
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' })));
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
});

it('asks before discarding changes, and reports success', async () => {
  const { shell } = open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'ada');
  expect(shell.navigation.blocked).toBe('You have unsaved changes.');
  await save();
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['Saved']);
  expect(shell.navigation.blocked).toBeUndefined();
});

it('has no submit button if it is read-only', async () => {
  open({ rules: { readOnly: () => true } });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByText('Read-only. You have no permission to change these values.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('readOnly', true);
});

it('focuses the first field in a dialog, and can be left without a question', async () => {
  const { shell } = open({ inDialog: true });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('ada');
  expect(shell.navigation.blocked).toBeUndefined();
});

it('shows when the object of a page does not exist, and retries other failures', async () => {
  const answers = [new HttpFailure(503, 'No connection'), new HttpFailure(404, 'No group deckhands')];
  renderInShell(
    fakeShell(),
    <EditPage
      heading="deckhands"
      above={[{ label: 'Groups', to: '/groups' }]}
      fetch={() => Promise.reject(answers.shift())}
      failure="Failed to load the group"
    >
      {() => 'the form'}
    </EditPage>,
  );
  expect(await screen.findByText('Failed to load the group')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Not found')).toBeTruthy();
  expect(screen.getByText('No group deckhands')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Groups' })).toHaveLength(2);
  expect(screen.queryByText('the form')).toBeNull();
});
