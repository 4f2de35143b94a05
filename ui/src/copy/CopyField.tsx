import type { ReactNode } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import { CopyButton } from './CopyButton.tsx';
import css from './copyField.css?inline';

/**
 * A command or a digest, whole, with a button that copies it. `what` names it; `prompt` marks it as a command. Several lines of anything
 * else go into a file: they stay lines, and what is too long for the field is scrolled to.
 */
export function CopyField(props: { text: string; what: string; prompt?: boolean }) {
  useStyles(css);
  const { text, what, prompt } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div className="ld-copy" role="group" aria-label={what}>
      {!prompt && text.includes('\n') ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
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

/** A line breaks between words before it breaks within one: `--registry` is to stay together. */
function words(text: string): ReactNode {
  return text.split(/(\s+)/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text have no other identity
    <span key={at}>{word}</span>
  ));
}
