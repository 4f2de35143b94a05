import { useStyles } from '@lading/ui';
import type { ReactNode } from 'react';
import css from './form.css?inline';
import { Wordmark } from './Wordmark.tsx';

/** Page without the frame: product name, heading, and one form. */
export function FormPage(props: { heading: string; children: ReactNode }) {
  useStyles(css);
  return (
    <div className="auth-page">
      <div className="auth-box">
        <Wordmark />
        <h1 tabIndex={-1}>{props.heading}</h1>
        {props.children}
      </div>
    </div>
  );
}
