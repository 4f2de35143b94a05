/** To another page: nothing of this one stays. */
export function leavePage(address: string): void {
  location.assign(address);
}
