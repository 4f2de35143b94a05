import { Link } from 'react-router-dom';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './tags.css?inline';

/**
 * Short neutral words in a row, such as keywords; each links to what `to` returns for it. A
 * repeated word is shown once.
 */
export function Tags(props: {
  words: readonly string[];
  to?: (word: string) => string;
  /** Draws attention, such as to a deprecation; `title` explains it. */
  warning?: boolean;
  title?: string;
}) {
  useStyles(css);
  const { words, to, warning, title } = props;
  const className = warning ? 'ld-tag ld-tag--warning' : 'ld-tag';
  return (
    <span className="ld-tags">
      {[...new Set(words)].map((word) =>
        to ? (
          <Link key={word} className={className} to={to(word)} title={title}>
            {word}
          </Link>
        ) : (
          <span key={word} className={className} title={title ?? word}>
            {word}
          </span>
        ),
      )}
    </span>
  );
}
