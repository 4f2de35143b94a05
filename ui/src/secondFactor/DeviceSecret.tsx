import { CopyField } from '../copy/CopyField.tsx';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { messages } from './messages.ts';
import css from './secondFactor.css?inline';

/** What an app for one-time codes is to be told: a picture to scan (an address of one), and the same for typing. */
export function DeviceSecret({ qr, secret }: { qr: string; secret: string }) {
  useStyles(css);
  const text = useText();
  return (
    <>
      <img className="ld-qr" src={qr} alt={text(messages.qr)} width="200" height="200" />
      <div>
        <p className="ld-soft">{text(messages.typeSecret)}</p>
        <CopyField text={grouped(secret)} what={text(messages.secret)} />
      </div>
    </>
  );
}

/** In fours, as people read it; apps take it with the blanks. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
