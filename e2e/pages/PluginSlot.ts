/** The place of one plug-in in the frame. */
export class PluginSlot {
  constructor(readonly name: string) {}

  get element() {
    return $(`[data-plugin="${this.name}"]`);
  }
  get heading() {
    return this.element.$('h1');
  }
  get retry() {
    return this.element.$('button=Retry');
  }

  /** Waits until the slot is in this state: `pending`, `loading`, `ready`, `mounted`, `failed`. */
  async waitForState(state: string): Promise<void> {
    let last: string | null = null;
    await browser
      .waitUntil(async () => {
        last = await browser.execute(
          (name) =>
            document.querySelector(`[data-plugin="${name}"]`)?.getAttribute('data-plugin-state') ?? null,
          this.name,
        );
        return last === state;
      })
      .catch(() => {
        throw new Error(`the slot of ${this.name} is '${last}' where '${state}' was expected`);
      });
  }

  /** Waits until this text stands in it, mounted. */
  async waitForText(text: string): Promise<void> {
    await this.waitForState('mounted');
    await expect(this.element).toHaveText(expect.stringContaining(text));
  }
}
