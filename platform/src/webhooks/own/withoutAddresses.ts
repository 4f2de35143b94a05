/** Hides from users which addresses the names of the internal network have. */
export function withoutAddresses(error: string): string {
  return error.replace(/^\S*[.:]\S* (?=is )/, "The receiver's address ");
}
