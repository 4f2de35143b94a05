import type { ReactNode } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { CopyButton } from './CopyButton.tsx';
import css from './copyField.css?inline';

/** A command or a digest, whole, with a button that copies it. `what` names it; `prompt` marks it as a command. */
export function CopyField(props: { text: string; what: string; prompt?: boolean }) {
  useStyles(css);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div className="ld-copy" role="group" aria-label={props.what}>
      <code className={props.prompt ? 'ld-copy__command' : undefined}>{words(props.text)}</code>
      <CopyButton text={props.text} what={props.what} />
    </div>
  );
}

/** A line breaks between words before it breaks within one: `--registry` is to stay together. */
function words(text: string): ReactNode {
  return text.split(/(\s+)/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text have no other identity
    <span key={at}>{word}</span>
  ));
}
