import { HttpFailure } from '@lading/contract';
import { useShell } from '@lading/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signInPath } from './places.ts';

/**
 * For pages without the frame, where the shell shows no sign-in dialog. When the platform requires
 * a recent sign-in, redirects to the sign-in page, which returns here. The function returns whether
 * it redirected.
 */
export function useSignInAgain(): (cause: unknown) => boolean {
  const { navigation, user } = useShell();
  const navigate = useNavigate();
  // Location at mount: the callback can run again while the redirect is in progress.
  const [back] = useState(() => navigation.href(navigation.place.pathname + navigation.place.search));
  return (cause) => {
    if (!(cause instanceof HttpFailure) || cause.code !== 'SIGN_IN_AGAIN') return false;
    const username = user.signedIn ? user.current?.name : undefined;
    void navigate(
      signInPath({ out: true, again: true, redirectTo: back, ...(username ? { username } : {}) }),
      {
        replace: true,
      },
    );
    return true;
  };
}
