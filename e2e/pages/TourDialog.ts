/** Tour of the console, and the Getting Started buttons that open it. */
export const tourDialog = {
  get root() {
    return $('dialog.ld-tour');
  },
  heading(title: string) {
    return $(`//dialog//h2[normalize-space()="${title}"]`);
  },
  button(label: string) {
    return $(`button=${label}`);
  },
  /** Opens the tour at its first step. */
  async open(): Promise<void> {
    const startOver = this.button('Start over');
    if (await startOver.isExisting()) await startOver.click();
    else await $('.ld-page__actions').$('button').click();
    await this.heading('Welcome to Lading').waitForDisplayed();
  },
  /** Returns the label of the focused element. */
  focused(): Promise<string> {
    return browser.execute(() => {
      const { activeElement: element } = document;
      if (!element || element === document.body) return 'the browser';
      return element.getAttribute('aria-label') ?? element.textContent ?? '';
    });
  },
  /** Returns the tour files that the browser has fetched. */
  files(): Promise<string[]> {
    return browser.execute(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => /tour/i.test(name)),
    );
  },
};
