/** Project selector of the header. */
export const projectSelector = {
  get button() {
    return $('.lading-project__button');
  },
  get field() {
    return $('.lading-projects input[role="combobox"]');
  },
  get options() {
    return $$('.lading-projects [role="option"]');
  },
  get count() {
    return $('.lading-projects__count');
  },

  /** Waits until the list shows this count. */
  async waitForCount(text: string): Promise<void> {
    await browser.waitUntil(async () => (await this.count.getText()) === text, {
      timeoutMsg: `the list never said ${text}`,
    });
  },
  /** Waits until the header shows a project. */
  async waitForName(name: string): Promise<void> {
    await $(`button[aria-label="Project: ${name}"]`).waitForExist();
  },
};
