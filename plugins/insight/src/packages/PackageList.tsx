import { ShortName, useText } from '@lading/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
}

interface Props<Row extends Listed> {
  readonly found: { readonly packages: readonly Row[]; readonly more: boolean };
  /** On the right of a package, such as its number of downloads. */
  readonly fact: (found: Row) => ReactNode;
  /** The package list with the same filter and order. */
  readonly all?: string;
}

export function PackageList<Row extends Listed>({ found, fact, all }: Props<Row>) {
  const text = useText();
  return (
    <>
      <ol className="ins-list">
        {found.packages.map((each) => (
          <li key={each.id}>
            <Link className="ins-list__name" to={`/packages/${encodeURIComponent(each.id)}`}>
              <ShortName text={each.name} />
            </Link>
            <span className="ins-list__fact">{fact(each)}</span>
          </li>
        ))}
      </ol>
      {found.more && all && (
        <p className="ins-more">
          <Link to={all}>{text(messages.all)}</Link>
        </p>
      )}
    </>
  );
}
