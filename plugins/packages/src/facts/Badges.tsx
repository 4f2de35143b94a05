import { useStyles } from '@lading/ui';
import css from './badges.css?inline';

/** Short words beside each other, such as tags. */
export function Badges(props: { words: readonly string[] }) {
  useStyles(css);
  return (
    <span className="packages-badges">
      {[...new Set(props.words)].map((word) => (
        <span key={word} className="packages-badge" title={word}>
          {word}
        </span>
      ))}
    </span>
  );
}

/** Something to beware of; `title` says more. */
export function WarningBadge(props: { word: string; title?: string }) {
  useStyles(css);
  return (
    <span className="packages-badge packages-badge--warning" title={props.title}>
      {props.word}
    </span>
  );
}
