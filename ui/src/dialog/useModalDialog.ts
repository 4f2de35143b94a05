import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';

type ModalProps = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClose'> & {
  readonly ref: RefObject<HTMLDialogElement>;
};

/**
 * Opens the `dialog` element that gets these properties as the browser's own modal: the focus stays inside, and returns when the
 * element is removed. A click outside does nothing. `onCancel` is called for Escape; the dialog stays open until it is removed.
 */
export function useModalDialog(onCancel: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);

  // While it is still in the page: a dialog that is gone gives nothing back.
  useLayoutEffect(() => {
    const shown = ref.current;
    leaving.current = false;
    if (shown && !shown.open) shown.showModal();
    return () => {
      leaving.current = true;
      shown?.close();
    };
  }, []);

  return {
    ref,
    onCancel(event) {
      // A file field inside sends a cancel event of its own, which is not the dialog's.
      if (!event.cancelable) return;
      event.preventDefault();
      onCancel();
    },
    // Chromium lets a page keep a dialog once; the next Escape closes it, unless something was clicked or typed between.
    onClose({ currentTarget }) {
      if (leaving.current || currentTarget.open) return;
      currentTarget.showModal();
      onCancel();
    },
  };
}
