import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './dialog.css?inline';

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
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);

  // While it is still in the page: a dialog that is gone gives nothing back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    leaving.current = false;
    if (shown && !shown.open) shown.showModal();
    return () => {
      leaving.current = true;
      shown?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="ld-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field in here tells of its own, which is none of the dialog's.
        if (!event.cancelable) return;
        event.preventDefault();
        onCancel();
      }}
      // Chromium lets a page keep a dialog once; the next Escape closes it, unless something was clicked or typed between.
      onClose={({ currentTarget }) => {
        if (leaving.current || currentTarget.open) return;
        currentTarget.showModal();
        onCancel();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
