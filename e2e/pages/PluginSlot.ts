/** Slot of one plugin in the frame. */
export class PluginSlot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  get element() {
    return $(`[data-plugin="${this.name}"]`);
  }
  get heading() {
    return this.element.$('h1');
  }
  get retry() {
    // A single selector: a new attempt replaces elements that a chain has already found.
    return $(`//*[@data-plugin="${this.name}"]//button[normalize-space()="Retry"]`);
  }

  /**
   * `pending`, `loading`, `ready`, `mounted`, or `failed`; `undefined` while the slot does not
   * exist.
   */
  state(): Promise<string | undefined> {
    return browser.execute(
      (name) =>
        document.querySelector(`[data-plugin="${name}"]`)?.getAttribute('data-plugin-state') ?? undefined,
      this.name,
    );
  }

  async waitForState(state: string): Promise<void> {
    let last: string | undefined;
    await browser
      .waitUntil(async () => {
        last = await this.state();
        return last === state;
      })
      .catch(() => {
        throw new Error(`the slot of ${this.name} is '${last}' where '${state}' was expected`);
      });
  }

  /** Waits until the slot is mounted and contains this text. */
  async waitForText(text: string): Promise<void> {
    await this.waitForState('mounted');
    await expect(this.element).toHaveText(expect.stringContaining(text));
  }
}
