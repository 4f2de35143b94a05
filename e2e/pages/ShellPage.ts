/** The frame around every screen. */
export const shellPage = {
  get menu() {
    return $('nav[aria-label="Application"]');
  },
  /** A menu item by its whole label. */
  menuItem(label: string) {
    return this.menu.$(`=${label}`);
  },
  /** Goes to a plug-in made by hand, by its menu item. */
  async goTo(name: string): Promise<void> {
    // An administrator's page has left the other sidebar open.
    if (!(await this.menu.isExisting())) await $('button=Application').click();
    const item = await this.menuItem(`The ${name}`).getElement();
    await item.waitForDisplayed();
    // By the element, not by its place: an item whose answer comes now moves the items below it.
    await browser.execute((link) => (link as unknown as HTMLElement).click(), item);
  },
  /** Goes to a path below `/ui` as a program would, where no menu item leads: the page is not loaded anew. */
  async push(path: string): Promise<void> {
    await browser.execute((to) => history.pushState({}, '', `/ui${to}`), path);
  },

  /** Presses keys of the shell's own. They come with the frame, and that after the page. */
  async press(...keys: string[]): Promise<void> {
    await $('header input[type="search"]').waitForDisplayed();
    await browser.keys(keys);
  },

  /** Chooses a theme in the user's menu, by its label. */
  async chooseTheme(label: string): Promise<void> {
    await $('button[aria-label^="User "]').click();
    await $(`//*[starts-with(@role, "menuitem")][contains(., "${label}")]`).click();
  },

  /** Leaves a mark that the next page load wipes out. */
  async mark(): Promise<void> {
    await browser.execute(() => {
      document.documentElement.dataset.testMark = 'same page';
    });
  },
  /** Whether the page is still the one that was marked. */
  isMarked(): Promise<boolean> {
    return browser.execute(() => document.documentElement.dataset.testMark === 'same page');
  },
};
