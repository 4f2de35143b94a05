/**
 * SystemJS takes the page's last uncaught error for a syntax error of the script that loads next from the same address,
 * however long ago it was: a script that was mended would never load again.
 */
export class LastWindowError {
  #file = '';

  constructor() {
    window.addEventListener('error', ({ filename }) => {
      this.#file = filename;
    });
  }

  /** Before a script is fetched: lets SystemJS forget an error of its address. */
  clear(url: string): void {
    if (this.#file === url) window.dispatchEvent(new ErrorEvent('error'));
  }
}
