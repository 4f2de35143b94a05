/** Everything anew, as the server has it now. */
export function reloadPage(): void {
  location.reload();
}
