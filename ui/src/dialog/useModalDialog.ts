import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';

type ModalProps = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClose'> & {
  readonly ref: RefObject<HTMLDialogElement>;
};

/**
 * Opens the `dialog` element with these properties as a modal: traps the focus and restores it when
 * the element is removed. Ignores clicks outside. Calls `onCancel` for Escape; the dialog stays
 * open until it is removed.
 */
export function useModalDialog(onCancel: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);

  // Before the element leaves the page: a removed dialog does not restore the focus.
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
      // A file field inside emits its own cancel event.
      if (!event.cancelable) return;
      event.preventDefault();
      onCancel();
    },
    // Chromium allows a page to keep a dialog open once; the next Escape closes it unless the user
    // clicked or typed in between.
    onClose({ currentTarget }) {
      if (leaving.current || currentTarget.open) return;
      currentTarget.showModal();
      onCancel();
    },
  };
}
