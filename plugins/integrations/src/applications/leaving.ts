/** Redirects the browser to an application. An object, so that tests can replace the method. */
export const leaving = {
  to(address: string): void {
    location.assign(address);
  },
};
