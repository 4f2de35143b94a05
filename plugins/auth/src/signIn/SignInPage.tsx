import { useShell } from '@lading/ui';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
  const shell = useShell();
  return (
    <div>
      <h1 tabIndex={-1}>Sign in</h1>
      <SignInForm shell={shell} onSignedIn={() => void shell.session.finishSignIn()} />
    </div>
  );
}
