import { useContext } from 'react';
import { Button, type ButtonProps } from '../controls/Button.tsx';
import { CellTabIndex } from './CellLink.tsx';

/**
 * A button in a cell of a column with `link`: it takes the focus instead of the cell, like a link.
 */
export function CellButton(props: Omit<ButtonProps, 'tabIndex'>) {
  return <Button kind="quiet" {...props} className="ld-table__button" tabIndex={useContext(CellTabIndex)} />;
}
