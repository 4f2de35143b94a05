import { useEffect, useRef } from 'react';

/** What came of it, in the place of the form: it has the focus, so that it is read. */
export function Said(props: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} className="auth-said" role="status" tabIndex={-1}>
      {props.text}
    </p>
  );
}
