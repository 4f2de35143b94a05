/** Takes the browser to an application. An object, so that tests can replace it. */
export const leaving = {
  to(address: string): void {
    location.assign(address);
  },
};
