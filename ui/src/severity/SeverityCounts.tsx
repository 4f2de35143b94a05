import type { FoundSeverity } from '@lading/contract/rest';
import { useFormats } from '../format/useFormats.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { SEVERITY_LABELS, SEVERITY_LETTERS } from './severities.ts';
import css from './severityCounts.css?inline';

/** Shows the number of vulnerabilities of each severity, by its letter. */
export function SeverityCounts(props: { counts: readonly (readonly [FoundSeverity, number])[] }) {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  return (
    <span className="ld-severities">
      {props.counts.map(([severity, count]) => (
        <span key={severity} className={`ld-severities__one ld-severities__one--${severity}`}>
          <abbr title={text(SEVERITY_LABELS[severity])}>{text(SEVERITY_LETTERS[severity])}</abbr>{' '}
          {formats.count(count)}
        </span>
      ))}
    </span>
  );
}
