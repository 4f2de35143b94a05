/** Package list. */
export const packageListPage = {
  get heading() {
    return $('h1=Packages');
  },
  get grid() {
    return $('[role="grid"][aria-label="Packages"]');
  },
  get filter() {
    return $('input[aria-label="Search by name or description"]');
  },
  get types() {
    return $('[aria-label="Package type"]');
  },
  get clear() {
    return $('button*=Clear filters');
  },
  get count() {
    return $('.ld-table__count [role="status"]');
  },
  get empty() {
    return $('p=No packages found, please refine your search criteria');
  },
  /** Empty state of the list. */
  get noneYet() {
    return $('p=No packages yet');
  },
  get more() {
    return $('button*=More filters');
  },
  /** Includes the console's plugins in the list. */
  get plugins() {
    return $('label*=Show console plugins').$('input');
  },
  /** Returns the link of a package. */
  row(name: string) {
    return this.grid.$(`=${name}`);
  },
  title(column: string) {
    return $(`[role="columnheader"]*=${column}`).$('button');
  },
  /** Selects one of the offered types. */
  async chooseType(label: string): Promise<void> {
    await this.types.click();
    await $(`label*=${label}`).click();
    await browser.keys(['Escape']);
  },
  /** Returns the displayed names from the top. */
  names(): Promise<string[]> {
    return browser.execute(() =>
      [...document.querySelectorAll('[role="grid"] a.ld-table__link')].map((link) => link.textContent ?? ''),
    );
  },
  /** Waits until exactly these names are displayed. */
  async waitForNames(names: readonly string[]): Promise<void> {
    let last: string[] = [];
    await browser
      .waitUntil(async () => {
        last = await this.names();
        return last.join() === names.join();
      })
      .catch(() => {
        throw new Error(`the rows are ${last.join()} where ${names.join()} were expected`);
      });
  },
};
