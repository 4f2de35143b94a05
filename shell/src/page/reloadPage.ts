/** Reloads the whole page from the server. */
export function reloadPage(): void {
  location.reload();
}
