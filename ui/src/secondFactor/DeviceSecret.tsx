import { CopyField } from '../copy/CopyField.tsx';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { messages } from './messages.ts';
import css from './secondFactor.css?inline';

/** The secret for an authenticator app: a QR code (image URL), and the same as text. */
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

/** Groups of four characters, for reading; apps accept the spaces. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
