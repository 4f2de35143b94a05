import { useStyles } from '../styles/adoptStyles.ts';
import { CopyButton } from './CopyButton.tsx';
import css from './copyField.css?inline';

/** A command or a digest, whole and in one line, with a button that copies it. `what` names it. */
export function CopyField(props: { text: string; what: string; prompt?: boolean }) {
  useStyles(css);
  return (
    <div className="ld-copy">
      {props.prompt && (
        <span className="ld-copy__prompt" aria-hidden="true">
          $
        </span>
      )}
      <input
        readOnly
        value={props.text}
        aria-label={props.what}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
      />
      <CopyButton text={props.text} what={props.what} />
    </div>
  );
}
