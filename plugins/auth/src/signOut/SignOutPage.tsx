import { message } from '@lading/contract';
import { ErrorState, PageSkeleton, useShell, useText } from '@lading/ui';
import { useCallback, useEffect, useState } from 'react';

const failed = message('auth.signOut.failed', 'Failed to sign out');

/** Ends the session; the shell then opens the sign-in page. */
export function SignOutPage() {
  const { session } = useShell();
  const text = useText();
  const [error, setError] = useState<Error>();
  const signOut = useCallback(() => {
    setError(undefined);
    session.signOut().catch(setError);
  }, [session]);
  useEffect(signOut, [signOut]);
  if (!error) return <PageSkeleton />;
  return <ErrorState what={text(failed)} cause={error.message} onRetry={signOut} />;
}
