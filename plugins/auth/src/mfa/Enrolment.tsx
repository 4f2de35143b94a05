import type { MfaEnrolment } from '@lading/contract/rest';
import { CopyField, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** What an app is to be told: a picture to scan, and the same for typing. */
export function Enrolment({ enrolment }: { enrolment: MfaEnrolment }) {
  const text = useText();
  return (
    <>
      <img className="auth-qr" src={enrolment.qr} alt={text(messages.qr)} width="200" height="200" />
      <div>
        <p className="ld-soft">{text(messages.typeSecret)}</p>
        <CopyField text={grouped(enrolment.secret)} what={text(messages.secret)} />
      </div>
    </>
  );
}

/** In fours, as people read it; apps take it with the blanks. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
