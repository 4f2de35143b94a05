import { HttpFailure } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { SignInPage } from './SignInPage.tsx';

const LOGIN = 'POST /ui/api/v1/ui/auth/login';
const offers = { forgotPassword: false, canRememberMe: true, ssoProviderLink: '' };

function open(login: unknown, place = '/login', prepare: (shell: FakeShell) => void = () => {}) {
  return openAt(place, SignInPage, (shell) => {
    shell.http.on('POST /ui/api/v1/ui/auth/loginRelatedData', offers);
    shell.http.on('GET /ui/api/v1/ui/auth/current', () => {
      throw new HttpFailure(401, 'Not signed in');
    });
    shell.http.on(LOGIN, login);
    prepare(shell);
  });
}

function signIns(shell: FakeShell) {
  return shell.http.calls
    .filter(({ path }) => path.endsWith('/auth/login'))
    .map(({ options }) => ({ body: options.body, query: options.query }));
}

const refuse = (status: number, text: string, code?: string) => () => {
  throw new HttpFailure(status, text, code);
};
const userName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'User name' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: 'Sign in' });

describe('the sign-in page', () => {
  it('signs in with user name, password, and the remember option, and passes control to the shell [login-04]', async () => {
    const shell = open({ name: 'ada' });
    expect(document.activeElement).toBe(userName());
    await userEvent.type(userName(), ' ada ');
    await userEvent.type(password(), 'right');
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Keep me signed in on this computer' }),
    );
    await userEvent.click(submit());
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    expect(signIns(shell)).toEqual([
      {
        body: { user: 'ada', password: 'right', type: 'login' },
        query: { _spring_security_remember_me: true },
      },
    ]);
  });

  it.each([
    ['redirects an administrator', true],
    ['shows an ordinary user the form and the reason', false],
  ])('%s when there is no license [guard-05]', async (_who, admin) => {
    const shell = open({ name: 'root', mfaStatus: '' }, '/login', ({ license, user }) => {
      license.type = undefined;
      user.current = fakeUser({ admin });
    });
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    if (admin) {
      expect(screen.queryByRole('alert')).toBeNull();
      return;
    }
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The platform has no valid license. Ask an administrator to install one. Until then, only administrators can use the console.',
    );
    await userEvent.type(userName(), 'root');
    await userEvent.type(password(), 'right');
    await userEvent.click(submit());
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn', 'signIn']));
    expect(signIns(shell).map(({ body }) => (body as { user: string }).user)).toEqual(['root']);
    expect(password().value).toBe('');
  });

  it('explains why a signed-in user must sign in again', () => {
    open({ name: 'ada' }, '/login?logout=true&again=true&username=ada');
    expect(screen.getByText('The next step affects access. Sign in again to confirm.')).toBeTruthy();
    expect(userName().value).toBe('ada');
  });

  it('supports password managers', () => {
    open({});
    expect(userName().autocomplete).toBe('username');
    expect(password().autocomplete).toBe('current-password');
  });

  it('reports missing values at the fields, without a request', async () => {
    const shell = open({ name: 'ada' });
    await userEvent.click(submit());
    expect(screen.getByText('Enter your user name')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    expect(userName().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(userName());
    await userEvent.type(userName(), 'ada{Enter}');
    expect(screen.queryByText('Enter your user name')).toBeNull();
    expect(document.activeElement).toBe(password());
    expect(signIns(shell)).toEqual([]);
  });

  it('shows the error on the form, keeps the user name, and stops loading [login-11]', async () => {
    open(refuse(401, 'Incorrect user name or password'));
    await userEvent.type(userName(), 'ada');
    await userEvent.type(password(), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect user name or password');
    expect(userName().value).toBe('ada');
    expect(password().value).toBe('');
    expect(document.activeElement).toBe(password());
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });

  it('reports that the platform is not responding', async () => {
    open(refuse(0, 'Failed to fetch'));
    await userEvent.type(userName(), 'ada');
    await userEvent.type(password(), 'right{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The server is not responding.');
  });

  it('is busy while the request is in progress, and sends it once', async () => {
    const shell = open(() => new Promise(() => {}));
    await userEvent.type(userName(), 'ada');
    await userEvent.type(password(), 'right{Enter}');
    expect(submit().getAttribute('aria-busy')).toBe('true');
    await userEvent.click(submit());
    expect(signIns(shell)).toHaveLength(1);
  });

  it.each(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED'])(
    'redirects on %s to the password change page, with the user name [login-11]',
    async (code) => {
      const shell = open(refuse(403, 'The password has expired', code));
      await userEvent.type(userName(), 'ada');
      await userEvent.type(password(), 'old{Enter}');
      await waitFor(() =>
        expect(shell.navigation.place).toMatchObject({
          pathname: '/login/change-password',
          search: '?username=ada',
        }),
      );
    },
  );

  it('hides the remember option when the platform does not allow it [login-03]', async () => {
    const shell = open({ name: 'ada' }, '/login', ({ http }) => {
      http.on('POST /ui/api/v1/ui/auth/loginRelatedData', { ...offers, canRememberMe: false });
    });
    await waitFor(() => expect(shell.http.calls.length).toBeGreaterThan(0));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows the password on request, and warns that Caps Lock is on', async () => {
    open({});
    await userEvent.type(password(), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().type).toBe('password');
    await userEvent.type(password(), '{CapsLock}A');
    expect(screen.getByText('Caps Lock is on')).toBeTruthy();
  });

  it('redirects signed-in users, unless the URL says that they signed out [login-09]', async () => {
    const signedIn = (shell: FakeShell) => {
      shell.user.current = fakeUser();
    };
    const shell = open({}, '/login', signedIn);
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    const out = open({}, '/login?logout=true', signedIn);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(out.session.asked).toEqual([]);
  });

  it('checks for a session when the shell has not loaded the user yet [login-09]', async () => {
    const shell = open({}, '/login', ({ http }) =>
      http.on('GET /ui/api/v1/ui/auth/current', { name: 'ada' }),
    );
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  });
});
