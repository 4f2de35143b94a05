import { useShell } from '@lading/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';

/** Back to the sign-in page, because no sign-in waits any more; the platform's words are said there. */
export function useLost(): (words: string) => void {
  const { notifications } = useShell();
  const navigate = useNavigate();
  const redirectTo = useSearchParams()[0].get('redirectTo');
  return (words) => {
    if (words) notifications.error(words);
    void navigate(signInPath({ redirectTo }), { replace: true });
  };
}
