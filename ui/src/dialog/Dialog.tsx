import { type ReactNode, useId } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './dialog.css?inline';
import { useModalDialog } from './useModalDialog.ts';

export interface DialogProps {
  readonly title: string;
  /** Escape was pressed; whoever shows the dialog takes it away. Until then it stays. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Over the page, in the browser's own modal: it keeps the focus inside, and gives it back when it is taken away. */
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
