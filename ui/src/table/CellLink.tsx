import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';

/** Tab index of the content of a cell: only the active cell is in tab order. */
export const CellTabIndex = createContext<0 | -1>(0);

/** A link in a cell. */
export function CellLink(props: { to: string; title?: string | undefined; children: ReactNode }) {
  return (
    <Link to={props.to} title={props.title} className="ld-table__link" tabIndex={useContext(CellTabIndex)}>
      {props.children}
    </Link>
  );
}
