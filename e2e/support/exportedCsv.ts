/** Downloads the list of the open page, and returns the lines of the file. */
export async function exportedCsv(): Promise<string[]> {
  const saved = await browser.executeAsync((done: (text: string) => void) => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      void blob.text().then(done);
      return create.call(URL, blob);
    };
    document.querySelector<HTMLElement>('button[aria-label="Download list as CSV"]')?.click();
  });
  return saved.split('\r\n');
}
