import { HttpFailure } from '@lading/contract';
import { useShell } from '@lading/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signInPath } from './places.ts';

/**
 * For pages without the frame, over which the shell shows no dialog: where the platform wants to see again who it is, leads to the
 * sign-in page and from there back here. Says whether that is so.
 */
export function useSignInAgain(): (cause: unknown) => boolean {
  const { navigation, user } = useShell();
  const navigate = useNavigate();
  // Where it was opened: on the way to the sign-in page it may be asked once more.
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
