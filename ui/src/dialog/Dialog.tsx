import { type ReactNode, useId } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './dialog.css?inline';
import { useModalDialog } from './useModalDialog.ts';

export interface DialogProps {
  readonly title: string;
  /** Called for Escape. The dialog stays open until its parent removes it. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A modal dialog of the browser: traps the focus and restores it when removed. */
export function Dialog(props: DialogProps) {
  useStyles(css);
  const { title, onCancel, children } = props;
  const titleId = useId();
  return (
    <dialog className="ld-dialog" aria-labelledby={titleId} {...useModalDialog(onCancel)}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
