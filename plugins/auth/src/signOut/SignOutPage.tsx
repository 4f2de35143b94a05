import { ErrorState, PageSkeleton, useShell } from '@lading/ui';
import { useCallback, useEffect, useState } from 'react';

/** Ends the session; the shell then goes to the sign-in page. */
export function SignOutPage() {
  const { session } = useShell();
  const [error, setError] = useState<Error>();
  const signOut = useCallback(() => {
    setError(undefined);
    session.signOut().catch(setError);
  }, [session]);
  useEffect(signOut, [signOut]);
  if (!error) return <PageSkeleton />;
  return <ErrorState what="You could not be signed out" cause={error.message} onRetry={signOut} />;
}
