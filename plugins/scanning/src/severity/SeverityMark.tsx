import type { FoundSeverity } from '@lading/contract/rest';
import { useStyles, useText } from '@lading/ui';
import { SEVERITY_LABELS } from './severities.ts';
import css from './severity.css?inline';

/** A severity by its word, its shape and its colour. */
export function SeverityMark(props: { severity: FoundSeverity; score?: string | undefined }) {
  useStyles(css);
  const text = useText();
  const { severity, score } = props;
  return (
    <span className={`scanning-severity scanning-severity--${severity}`}>
      <span className="scanning-severity__shape" aria-hidden="true" />
      {text(SEVERITY_LABELS[severity])}
      {score !== undefined && <span className="scanning-severity__score ld-numbers">{score}</span>}
    </span>
  );
}
