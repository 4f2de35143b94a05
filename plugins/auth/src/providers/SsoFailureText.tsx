import { useText } from '@lading/ui';
import { useSearchParams } from 'react-router-dom';
import { FormFailure } from '../form/FormFailure.tsx';
import { messages } from './messages.ts';
import { ssoFailure } from './ssoFailure.ts';

/** Names the provider that denied the sign-in, and the reason. */
export function SsoFailureText() {
  const text = useText();
  const failure = ssoFailure(useSearchParams()[0]);
  if (!failure) return null;
  const provider = failure.provider || text(messages.theProvider);
  return <FormFailure text={text(failure.why, { provider })} />;
}
