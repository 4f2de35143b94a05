/**
 * SystemJS attributes the page's last uncaught error to the next script with the same URL, however
 * old the error is: a fixed script would never load again.
 */
export class LastWindowError {
  #file = '';

  constructor() {
    window.addEventListener('error', ({ filename }) => {
      this.#file = filename;
    });
  }

  /** Call before loading a script: makes SystemJS forget an error of its URL. */
  clear(url: string): void {
    if (this.#file === url) window.dispatchEvent(new ErrorEvent('error'));
  }
}
