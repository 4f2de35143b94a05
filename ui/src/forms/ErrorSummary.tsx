import { useEffect, useRef } from 'react';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';
import { messages } from './messages.ts';

export interface FieldFault {
  readonly key: string;
  /** The field's label. */
  readonly label: string;
  /** The error. */
  readonly fault: string;
}

/**
 * Lists errors of several fields above a form, with links to the fields. `onChoose` focuses a
 * field; `attempt` counts attempts to save, each of which moves the focus here.
 */
export function ErrorSummary(props: {
  faults: readonly FieldFault[];
  attempt: number;
  onChoose: (key: string) => void;
}) {
  useStyles(css);
  const { faults, attempt, onChoose } = props;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(0);

  useEffect(() => {
    if (attempt === focused.current) return;
    focused.current = attempt;
    box.current?.focus();
  }, [attempt]);

  if (faults.length < 2) return null;
  return (
    <div ref={box} className="ld-form-summary" role="alert" tabIndex={-1}>
      <p>{text(messages.several, { count: faults.length })}</p>
      <ul>
        {faults.map(({ key, label, fault }) => (
          <li key={key}>
            <button type="button" onClick={() => onChoose(key)}>
              {text(messages.fault, { label, fault })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
