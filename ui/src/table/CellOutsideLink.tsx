import { type ReactNode, useContext } from 'react';
import { CellTabIndex } from './CellLink.tsx';

/** A link to an external page in a cell; text if the untrusted URL is not a web URL. */
export function CellOutsideLink({ url, children }: { url: string; children: ReactNode }) {
  const focus = { className: 'ld-table__link', tabIndex: useContext(CellTabIndex) };
  if (!/^https?:\/\//i.test(url)) return <span {...focus}>{children}</span>;
  return (
    <a {...focus} href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
