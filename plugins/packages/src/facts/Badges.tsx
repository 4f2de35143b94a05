import { useStyles } from '@lading/ui';
import { Link } from 'react-router-dom';
import css from './badges.css?inline';

/** Short words beside each other, such as tags; `to` is where each leads. */
export function Badges(props: { words: readonly string[]; to?: (word: string) => string }) {
  useStyles(css);
  const { words, to } = props;
  return (
    <span className="packages-badges">
      {[...new Set(words)].map((word) =>
        to ? (
          <Link key={word} className="packages-badge" to={to(word)}>
            {word}
          </Link>
        ) : (
          <span key={word} className="packages-badge" title={word}>
            {word}
          </span>
        ),
      )}
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
