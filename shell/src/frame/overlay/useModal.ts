import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens a native modal dialog over the page, which traps the focus and restores it when closed. */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closes the dialog while it is still in the document: a removed dialog does not restore the
  // focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
