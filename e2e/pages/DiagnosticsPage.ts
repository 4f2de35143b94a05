import { shellPage } from './ShellPage.ts';

/** What administrators read about the plug-ins. */
export const diagnosticsPage = {
  get heading() {
    return $('h1=Diagnostics');
  },
  get refusal() {
    return $('.lading-refused');
  },

  /** Opens it without loading the page anew. */
  async go(): Promise<void> {
    await shellPage.push('/diagnostics');
    await this.heading.waitForDisplayed();
  },

  row(plugin: string) {
    return $(`[data-plugin-row="${plugin}"]`);
  },
  retry(plugin: string) {
    return this.row(plugin).$('button*=Retry');
  },
  /** What stands in a plug-in's row: name, version, state, class, cause, time. */
  async cells(plugin: string): Promise<string[]> {
    await this.row(plugin).waitForDisplayed();
    return this.row(plugin)
      .$$('th, td')
      .map((cell) => cell.getText());
  },
  /** What of the operator's map: entry → address. */
  entry(specifier: string) {
    return $(`//section[h2="Import map"]//tr[th="${specifier}"]/td[1]`);
  },
};
