import { useEffect, useRef } from 'react';

/** Shows the result in place of the form. Takes the focus, so that screen readers announce it. */
export function ResultText(props: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} className="auth-said" role="status" tabIndex={-1}>
      {props.text}
    </p>
  );
}
