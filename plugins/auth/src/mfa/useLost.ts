import { useShell } from '@lading/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';

/**
 * Redirects to the sign-in page when no sign-in is waiting any longer, and shows the platform's
 * message there.
 */
export function useLost(): (words: string) => void {
  const { notifications } = useShell();
  const navigate = useNavigate();
  const redirectTo = useSearchParams()[0].get('redirectTo');
  return (words) => {
    if (words) notifications.error(words);
    void navigate(signInPath({ redirectTo }), { replace: true });
  };
}
