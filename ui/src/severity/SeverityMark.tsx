import type { FoundSeverity } from '@lading/contract/rest';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { SEVERITY_LABELS } from './severities.ts';
import css from './severity.css?inline';

/** Shows a severity as a word, a shape, and a color. */
export function SeverityMark(props: { severity: FoundSeverity; score?: string | undefined }) {
  useStyles(css);
  const text = useText();
  const { severity, score } = props;
  return (
    <span className={`ld-severity ld-severity--${severity}`}>
      <span className="ld-severity__shape" aria-hidden="true" />
      {text(SEVERITY_LABELS[severity])}
      {score !== undefined && <span className="ld-severity__score ld-numbers">{score}</span>}
    </span>
  );
}
