/** Tree of repositories, folders, and files. */
export const repositoryTreePage = {
  get tree() {
    return $('[role="tree"]');
  },
  /** Uses XPath, because the name can look like a selector. */
  line(name: string) {
    return $(`//*[@role="treeitem"][@aria-label="${name}"]`);
  },
  /** Returns the link of a line. */
  link(name: string) {
    return this.line(name).$('a');
  },
  get selected() {
    return $('[role="treeitem"][aria-selected="true"]');
  },
  get filter() {
    return $('input[aria-label="Find repositories and paths"]');
  },
  get panel() {
    return $('[role="tabpanel"]');
  },
  heading(name: string) {
    return $(`h2.repositories-node__name=${name}`);
  },
  tab(name: string) {
    return $(`[role="tab"]*=${name}`);
  },
  button(label: string) {
    return $(`button=${label}`);
  },
  /** Returns an icon button by its accessible name. */
  labelled(name: string) {
    return $(`button[aria-label="${name}"]`);
  },
  /** Returns the checkbox of a line; it exists once a line is selected. */
  tick(name: string) {
    return this.line(name).$('input[type="checkbox"]');
  },
  /** Number of selected lines, and the actions for them. */
  get ticked() {
    return $('section[aria-label="Selection"]');
  },
  favorite(name: string) {
    // A single selector, because the list disappears with its last entry.
    return $(`//details[contains(@class, "repositories-favorites")]//a[contains(., "${name}")]`);
  },
  get dialog() {
    return $('dialog[open]');
  },
  get uploads() {
    return $('[aria-label="Uploads"]');
  },
  /** Hidden input for selected files. */
  get fileInput() {
    return $('input[data-upload="files"]');
  },
  /** Returns the name of the line that the tree marks as active. */
  activeName(): Promise<string> {
    return browser.execute(() => {
      const id = document.querySelector('[role="tree"]')?.getAttribute('aria-activedescendant');
      return (id && document.getElementById(id)?.getAttribute('aria-label')) || '';
    });
  },
  async waitForActive(name: string): Promise<void> {
    let last = '';
    await browser
      .waitUntil(async () => {
        last = await this.activeName();
        return last === name;
      })
      .catch(() => {
        throw new Error(`the active line is '${last}' where '${name}' was expected`);
      });
  },
};
