/** The tree of repositories, folders and files. */
export const repositoryTreePage = {
  get tree() {
    return $('[role="tree"]');
  },
  /** By XPath: the name may look like a selector itself. */
  line(name: string) {
    return $(`//*[@role="treeitem"][@aria-label="${name}"]`);
  },
  /** A line's name, which is a link. */
  link(name: string) {
    return this.line(name).$('a');
  },
  get selected() {
    return $('[role="treeitem"][aria-selected="true"]');
  },
  get filter() {
    return $('input[aria-label="Filter repositories"]');
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
  /** A button by its name, which is not to be seen. */
  labelled(name: string) {
    return $(`button[aria-label="${name}"]`);
  },
  /** The box of a line; it is there once something is ticked. */
  tick(name: string) {
    return this.line(name).$('input[type="checkbox"]');
  },
  /** How many are ticked, and what can be done with them. */
  get ticked() {
    return $('section[aria-label="Selection"]');
  },
  favourite(name: string) {
    // By one path: the list goes with the last of them.
    return $(`//details[contains(@class, "repositories-favourites")]//a[contains(., "${name}")]`);
  },
  get dialog() {
    return $('dialog[open]');
  },
  get uploads() {
    return $('[aria-label="Uploads"]');
  },
  /** What takes files that are chosen; not to be seen. */
  get fileInput() {
    return $('input[data-upload="files"]');
  },
  /** The name on the line that the tree says is active. */
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
