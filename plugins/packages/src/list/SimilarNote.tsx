import { useStyles, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { packageQueryAddress } from '../query/packageQuery.ts';
import css from './completions.css?inline';
import { messages } from './noteMessages.ts';
import type { ListQuery } from './packagesApi.ts';

interface Props {
  readonly query: ListQuery;
  /** The search whose first packages are shown. Without one, they have similar names. */
  readonly corrected: string | null | undefined;
}

/** Explains packages that don't match the search. */
export function SimilarNote({ query, corrected }: Props) {
  useStyles(css);
  const text = useText();
  const { search } = query;
  if (!corrected) return <p role="status">{text(messages.similar, { search })}</p>;
  const to = packageQueryAddress({ ...query, endCursor: undefined, search: corrected });
  return (
    <p className="packages-similar" role="status">
      {text(messages.corrected, { search, corrected })}{' '}
      <Link to={`/packages${to}`}>{text(messages.allCorrected, { corrected })}</Link>
    </p>
  );
}
