import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';

/** Whether what is in a cell takes part in the order of Tab: only that of the active cell does. */
export const CellTabIndex = createContext<0 | -1>(0);

/** A real link in a cell. */
export function CellLink(props: { to: string; children: ReactNode }) {
  return (
    <Link to={props.to} className="ld-table__link" tabIndex={useContext(CellTabIndex)}>
      {props.children}
    </Link>
  );
}
