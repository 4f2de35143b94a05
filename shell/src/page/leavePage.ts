/** Opens another page and unloads this one. */
export function leavePage(address: string): void {
  location.assign(address);
}
