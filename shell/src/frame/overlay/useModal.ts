import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Shows a dialog over the page, in the browser's own modal: it keeps the focus inside, and gives it back at its end. */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  // While it is still in the page: a dialog that is gone gives nothing back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
