import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../controls/Button.tsx';
import { CopyButton } from '../copy/CopyButton.tsx';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { messages } from './messages.ts';
import css from './secondFactor.css?inline';

/** Shows the recovery codes once: to copy, save as a file, or write down. */
export function RecoveryCodes(props: { codes: readonly string[]; user: string; onKept: () => void }) {
  useStyles(css);
  const { codes, user, onKept } = props;
  const text = useText();
  const all = codes.join('\n');
  const [file, setFile] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([`${all}\n`], { type: 'text/plain' }));
    setFile(address);
    return () => URL.revokeObjectURL(address);
  }, [all]);
  return (
    <>
      <p className="ld-soft">{text(messages.codesAbout)}</p>
      <ul className="ld-codes" aria-label={text(messages.codes)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ld-codes__ways">
        <CopyButton text={all} what={text(messages.codes)} kind="plain" iconOnly={false} />
        <a className={buttonClass('plain')} href={file} download={`${user}-recovery-codes.txt`}>
          {text(messages.download)}
        </a>
      </div>
      <div className="ld-codes__ways">
        <Button kind="main" label={text(messages.kept)} onClick={onKept} />
      </div>
    </>
  );
}
