const BACKSPACE = '\uE003';

/** Types of inputs whose value is not a text that one can select. */
const withoutText = new Set(['file', 'date', 'datetime-local', 'month', 'week', 'time', 'color', 'range']);

/**
 * Makes `setValue` type over the selected text, as a person does. WebDriver's "clear" empties the
 * node without React noticing: if the page renders before the first key, the old text is back, and
 * the new one is added to it.
 */
export function typeOverSelectedText(): void {
  browser.overwriteCommand(
    'setValue',
    async function (this: WebdriverIO.Element, setValue, value) {
      const type = await this.getProperty('type');
      if (withoutText.has(String(type))) return setValue(value);
      await this.waitForEnabled();
      await browser.execute((node) => {
        const field = node as unknown as HTMLInputElement | HTMLTextAreaElement;
        field.focus();
        field.select();
      }, this);
      await this.addValue(value === '' ? BACKSPACE : value);
    },
    true,
  );
}
