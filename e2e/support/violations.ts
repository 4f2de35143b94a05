/** Notes, in every page that is opened from now on, what its own policy has refused. */
export async function watchViolations(): Promise<void> {
  await browser.addInitScript(() => {
    const noted: string[] = [];
    Object.assign(window, { violations: noted });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      noted.push(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
}

/** What the page that is open has noted. */
export function violations(): Promise<string[]> {
  return browser.execute(() => (window as unknown as { violations: string[] }).violations);
}
