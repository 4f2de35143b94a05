import type { Message } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { useNavigate } from 'react-router-dom';
import { useLogin } from '../state/useLogin.ts';
import { signInPath } from './places.ts';
import { useGoOn } from './useGoOn.ts';

/**
 * Signs in with a password that was just set. If that fails, the password is saved nevertheless:
 * shows the `saved` message and redirects to the sign-in page.
 */
export function useSignInWith(): (user: string, password: string, saved: Message) => Promise<void> {
  const { notifications } = useShell();
  const login = useLogin();
  const text = useText();
  const navigate = useNavigate();
  const goOn = useGoOn();
  return async (user, password, saved) => {
    try {
      await login.signIn({ user, password, remember: false });
    } catch {
      notifications.success(text(saved));
      await navigate(signInPath({ out: true, username: user }));
      return;
    }
    await goOn();
  };
}
