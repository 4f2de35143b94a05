import type { TableName, TableRows } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../../controls/Button.tsx';
import { useText } from '../../language/useText.ts';
import { asError } from '../../plugin/asError.ts';
import { useShell } from '../../plugin/ShellContext.ts';
import { useStyles } from '../../styles/adoptStyles.ts';
import { CellTabIndex } from '../CellLink.tsx';
import { messages } from './messages.ts';
import { nameOfRow, type OfferedAction, type RowActions } from './RowActions.ts';
import type { RowMenuList } from './RowMenuList.tsx';
import css from './rowActions.css?inline';

interface Props {
  readonly actions: RowActions;
  readonly row: TableRows[TableName];
  /** Called when an action has ended. */
  readonly onRan: () => void;
}

interface Opened {
  readonly List: typeof RowMenuList;
  readonly offered: readonly OfferedAction[];
}

/** The button of a row that opens a menu with the actions of plugins. */
export const RowMenu = observer(function RowMenu({ actions, row, onRan }: Props) {
  useStyles(css);
  const text = useText();
  const { notifications } = useShell();
  const tabIndex = useContext(CellTabIndex);
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  // The menu and what it offers are loaded when it is opened.
  useEffect(() => {
    if (!open) return undefined;
    let wanted = true;
    Promise.all([import('./RowMenuList.tsx'), actions.offered(row)]).then(
      ([{ RowMenuList }, offered]) => wanted && setOpened({ List: RowMenuList, offered }),
      (thrown: unknown) => {
        if (!wanted) return;
        setOpen(false);
        notifications.error(text(messages.menuFailed, { cause: asError(thrown).message }));
      },
    );
    return () => {
      wanted = false;
      setOpened(undefined);
    };
  }, [open, actions, row, notifications, text]);
  const close = () => setOpen(false);
  return (
    <span ref={place} className="ld-table__menu">
      <Button
        kind="quiet"
        icon="more"
        iconOnly
        className="ld-table__button"
        label={text(messages.actionsOf, { row: nameOfRow(row) })}
        aria-haspopup="menu"
        aria-expanded={open}
        busy={(open && !opened) || actions.isBusy(row)}
        tabIndex={tabIndex}
        onClick={() => setOpen(!open)}
      />
      {opened && (
        <opened.List
          target={place}
          label={text(messages.actionsOf, { row: nameOfRow(row) })}
          offered={opened.offered}
          onRun={(action) => {
            close();
            void actions.run(action, row).then(onRan);
          }}
          onClose={close}
        />
      )}
    </span>
  );
});
