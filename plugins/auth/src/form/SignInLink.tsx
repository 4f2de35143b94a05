import { useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

/** Link to the sign-in page, which then does not redirect automatically. */
export function SignInLink() {
  const text = useText();
  return (
    <p>
      <Link to="/login?logout=true">{text(messages.toSignIn)}</Link>
    </p>
  );
}
