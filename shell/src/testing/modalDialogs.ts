/** Adds to jsdom's dialog element what it lacks: opening, Escape, and restoring the focus. */
export function modalDialogs(): void {
  const before = new WeakMap<HTMLDialogElement, Element | null>();
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      before.set(this, document.activeElement);
      this.open = true;
      this.querySelector<HTMLElement>('[autofocus], input, button')?.focus();
      this.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          this.dispatchEvent(new Event('cancel', { cancelable: true }));
        }
      });
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      const focused = before.get(this);
      if (focused instanceof HTMLElement) focused.focus();
      this.dispatchEvent(new Event('close'));
    },
  });
}
