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
  /** What stands in a plug-in's row: name, version, state, class, cause, time, pages. */
  async cells(plugin: string): Promise<string[]> {
    await this.row(plugin).waitForDisplayed();
    return this.row(plugin)
      .$$('th, td')
      .map((cell) => cell.getText());
  },
  /** The failures of the last 24 hours. */
  get past() {
    return $('//section[h2="Failures in the last 24 hours"]');
  },
  /** Why the address of an entry is not in use. */
  problem(specifier: string) {
    return $(`//section[h2="Import map"]//tr[th="${specifier}"]/td[3]`);
  },
  /** What of the operator's map: entry → address. */
  entry(specifier: string) {
    return $(`//section[h2="Import map"]//tr[th="${specifier}"]/td[1]`);
  },
};
