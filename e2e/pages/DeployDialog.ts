/** Dialog that publishes files from the browser. */
class DeployDialog {
  get dialog() {
    return $('dialog[open]');
  }

  get repository() {
    return this.dialog.$('select');
  }

  /** Passes files as the file chooser would. */
  async choose(...files: readonly string[]): Promise<void> {
    const input = await this.dialog.$('input[type=file]');
    for (const file of files) await input.addValue(file);
  }

  async start(): Promise<void> {
    await this.dialog.$('button*=Deploy').click();
  }

  /** Waits until the files show these states. */
  async waitForStates(...states: readonly string[]): Promise<void> {
    const shown = () => this.dialog.$$('.packages-upload__state').map((each) => each.getText());
    await browser.waitUntil(async () => (await shown()).join() === states.join(), {
      timeoutMsg: `the files never were ${states.join()}`,
    });
  }

  async close(): Promise<void> {
    await this.dialog.$('button=Close').click();
    await this.dialog.waitForExist({ reverse: true });
  }
}

export const deployDialog = new DeployDialog();
