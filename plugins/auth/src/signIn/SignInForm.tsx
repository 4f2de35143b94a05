import type { ShellApi } from '@lading/contract';
import { type FormEvent, useState } from 'react';

export function SignInForm(props: { shell: ShellApi; onSignedIn: () => void }) {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    props.shell.http
      .json('/ui/api/v1/ui/auth/login', {
        method: 'POST',
        query: { _spring_security_remember_me: false },
        body: { user, password, type: 'login' },
      })
      .then(props.onSignedIn, (cause: Error) => setError(cause.message));
  };

  return (
    <form onSubmit={submit}>
      {error && <p role="alert">{error}</p>}
      <label>
        User name
        <input
          name="username"
          autoComplete="username"
          value={user}
          onChange={(e) => setUser(e.target.value)}
        />
      </label>
      <label>
        Password
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
