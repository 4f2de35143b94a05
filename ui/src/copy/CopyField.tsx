import type { ReactNode } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { CopyButton } from './CopyButton.tsx';
import css from './copyField.css?inline';

/**
 * Shows a command or a digest with a copy button. `what` is its name; `prompt` marks a command.
 * Other texts with several lines are file content: line breaks are kept, and long lines scroll.
 */
export function CopyField(props: { text: string; what: string; prompt?: boolean }) {
  useStyles(css);
  const { text, what, prompt } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div className="ld-copy" role="group" aria-label={what}>
      {!prompt && text.includes('\n') ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <code className="ld-copy__lines" tabIndex={0}>
          {text}
        </code>
      ) : (
        <code className={prompt ? 'ld-copy__command' : undefined}>{words(text)}</code>
      )}
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** Prefers line breaks between words, so that `--registry` is not split. */
function words(text: string): ReactNode {
  return text.split(/(\s+)/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text have no other identity
    <span key={at}>{word}</span>
  ));
}
