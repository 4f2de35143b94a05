import { useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

/** To the sign-in page, and no further by itself. */
export function SignInLink() {
  const text = useText();
  return (
    <p>
      <Link to="/login?logout=true">{text(messages.toSignIn)}</Link>
    </p>
  );
}
