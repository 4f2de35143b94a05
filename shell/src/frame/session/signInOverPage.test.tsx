import type { ShellApi } from '@lading/contract';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import {
  ADA,
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../../testing/testConsole.ts';

const title = (text: string) => ({ id: text, text });
const CURRENT = 'GET /ui/api/v1/ui/auth/current';
let shell: ShellApi;

/** Page with a form, and a plugin that contributes the sign-in dialog. */
const form = {
  definition: tinyPlugin('packages'),
  lifecycles: {
    mount: async (props: { shell: ShellApi; domElement: HTMLElement }) => {
      shell = props.shell;
      props.domElement.innerHTML = '<h1>New webhook</h1><label>Name <input name="name"></label>';
    },
  },
};
const Dialog = (props: { onSignedIn: () => void; onCancel: () => void }) => (
  <div role="dialog" aria-label="Sign in again">
    <button type="button" onClick={props.onSignedIn}>
      Sign in
    </button>
    <button type="button" onClick={props.onCancel}>
      Cancel
    </button>
  </div>
);
const auth = (dialog: () => Promise<unknown>) => ({
  definition: tinyPlugin('auth', {
    routes: [{ path: '/login', name: 'login', title: title('Sign in'), public: true, frameless: true }],
    menuItems: [],
    extensions: { signInDialog: [{ id: 'dialog', dialog: dialog as never }] },
  }),
});

/** Simulates a user who fills in half of the form, is away for a while, and continues typing. */
async function comesBack(server: TestServer, dialog: () => Promise<unknown> = async () => Dialog) {
  await testConsole([form, auth(dialog)], [], { mountFrame });
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.type(field, 'half a na');
  shell.navigation.block(() => 'The webhook is not saved.');
  await screen.findByRole('banner');
  server.user = 'nobody';
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  window.dispatchEvent(new Event('keydown'));
  return field as HTMLInputElement;
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('a session that has expired while the user was away', () => {
  it('requires a sign-in over the page, and an incomplete form is kept [shell-13]', async () => {
    const server = testServer('/packages?name=a');
    const field = await comesBack(server);
    const button = await screen.findByRole('button', { name: 'Sign in' });
    expect(field.isConnected).toBe(true);
    server.user = ADA;
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field);
    expect(field.value).toBe('half a na');
    expect(location.pathname + location.search).toBe('/ui/packages?name=a');
    expect(shell.user.current?.name).toBe('ada');
  });

  it('keeps the form also if the user then fails to load', async () => {
    const server = testServer('/packages');
    const field = await comesBack(server);
    const button = await screen.findByRole('button', { name: 'Sign in' });
    server.answers.set(CURRENT, () => failure(500, 'BROKEN', 'torn'));
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field.isConnected).toBe(true);
    expect(shell.user.current?.name).toBe('ada');
  });

  it.each([
    ['the user cancels', async () => Dialog, 'Cancel'],
    ['the dialog cannot be loaded', () => Promise.reject(new Error('no such file')), undefined],
  ])('opens the sign-in page when %s', async (_what, dialog, verb) => {
    const server = testServer('/packages?name=a');
    await comesBack(server, dialog as () => Promise<unknown>);
    if (verb) await userEvent.click(await screen.findByRole('button', { name: verb }));
    await waitFor(() => expect(location.pathname).toBe('/ui/login'));
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?name=a');
  });
});

describe('a dangerous action', () => {
  const SETTINGS = '/access/api/v1/auth/settings';
  const again = () => failure(403, 'SIGN_IN_AGAIN', 'sign in again');

  async function changes() {
    const server = testServer('/packages');
    await testConsole([form, auth(async () => Dialog)], [], { mountFrame });
    await screen.findByRole('textbox', { name: 'Name' });
    await screen.findByRole('banner');
    server.answers.set(`PATCH ${SETTINGS}`, again);
    const changed = shell.http.json(SETTINGS, { method: 'PATCH', body: { mfa: 'off' } });
    changed.catch(() => {});
    return { server, changed, button: await screen.findByRole('button', { name: 'Sign in' }) };
  }

  it('requires a sign-in over the page and then completes', async () => {
    const { server, changed, button } = await changes();
    server.answers.set(`PATCH ${SETTINGS}`, () => Response.json({ mfa: 'off' }));
    await userEvent.click(button);
    expect(await changed).toEqual({ mfa: 'off' });
    expect(location.pathname).toBe('/ui/packages');
  });

  it('is not performed if the user cancels, who stays on the page', async () => {
    const { changed } = await changes();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await expect(changed).rejects.toThrow('sign in again');
    expect(location.pathname).toBe('/ui/packages');
    expect(shell.user.current?.name).toBe('ada');
  });
});
