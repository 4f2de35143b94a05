import type { SignInDialogProps } from '@lading/contract';
import { SignInForm } from './SignInForm.tsx';

export function SignInDialog(props: SignInDialogProps) {
  return (
    <div role="dialog" aria-modal="true" aria-label="Sign in">
      <SignInForm shell={props.shell} onSignedIn={props.onSignedIn} />
      <button type="button" onClick={props.onCancel}>
        Cancel
      </button>
    </div>
  );
}
