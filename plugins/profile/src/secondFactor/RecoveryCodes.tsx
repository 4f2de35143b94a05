import { Button, buttonClass, CopyButton, useText } from '@lading/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';

/** Shows the recovery codes this once: to copy, to keep as a file, to write down. */
export function RecoveryCodes(props: { codes: readonly string[]; user: string; onKept: () => void }) {
  const { codes, user, onKept } = props;
  const text = useText();
  const all = codes.join('\n');
  const heading = useRef<HTMLHeadingElement>(null);
  const [file, setFile] = useState<string>();
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([`${all}\n`], { type: 'text/plain' }));
    setFile(address);
    return () => URL.revokeObjectURL(address);
  }, [all]);
  return (
    <div className="profile-form">
      <h2 ref={heading} tabIndex={-1}>
        {text(messages.codesHeading)}
      </h2>
      <p>{text(messages.codesAbout)}</p>
      <ul className="profile-codes" aria-label={text(messages.codes)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="profile-buttons">
        <CopyButton text={all} what={text(messages.codes)} kind="plain" iconOnly={false} />
        <a className={buttonClass('plain')} href={file} download={`${user}-recovery-codes.txt`}>
          {text(messages.download)}
        </a>
      </div>
      <div className="profile-buttons">
        <Button kind="main" label={text(messages.kept)} onClick={onKept} />
      </div>
    </div>
  );
}
