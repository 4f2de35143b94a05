import { RecoveryCodes, useText } from '@lading/ui';
import { useEffect, useRef } from 'react';
import { messages } from './messages.ts';

/** New recovery codes in place of the previous content. Takes the focus. */
export function KeptCodes(props: { codes: readonly string[]; user: string; onKept: () => void }) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="profile-form">
      <h2 ref={heading} tabIndex={-1}>
        {text(messages.codesHeading)}
      </h2>
      <RecoveryCodes {...props} />
    </div>
  );
}
