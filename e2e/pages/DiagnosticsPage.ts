import { shellPage } from './ShellPage.ts';

/** Plugin diagnostics for administrators. */
export const diagnosticsPage = {
  get heading() {
    return $('h1=Diagnostics');
  },
  get refusal() {
    return $('.lading-refused');
  },

  /** Opens the page without a reload. */
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
  /** Returns the cells of a plugin's row: name, version, state, class, cause, time, pages. */
  async cells(plugin: string): Promise<string[]> {
    await this.row(plugin).waitForDisplayed();
    return this.row(plugin)
      .$$('th, td')
      .map((cell) => cell.getText());
  },
  /** Failures of the last 24 hours. */
  get past() {
    return $('//section[h2="Failures in the last 24 hours"]');
  },
  /** Why the URL of an entry is not in use. */
  problem(specifier: string) {
    return $(`//section[h2="Import map"]//tr[th="${specifier}"]/td[3]`);
  },
  /** Entry of the custom import map with its URL. */
  entry(specifier: string) {
    return $(`//section[h2="Import map"]//tr[th="${specifier}"]/td[1]`);
  },
};
