/** Records violations of the content security policy in every page opened from now on. */
export async function watchViolations(): Promise<void> {
  await browser.addInitScript(() => {
    const noted: string[] = [];
    Object.assign(window, { violations: noted });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      noted.push(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
}

/** Returns the violations recorded in the open page. */
export function violations(): Promise<string[]> {
  return browser.execute(() => (window as unknown as { violations: string[] }).violations);
}
