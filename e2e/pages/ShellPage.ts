/** Frame around every screen. */
export const shellPage = {
  get menu() {
    return $('nav[aria-label="Application"]');
  },
  /** Returns a menu item by its full label. */
  menuItem(label: string) {
    return this.menu.$(`=${label}`);
  },
  /** Opens a handwritten plugin by its menu item. */
  async goTo(name: string): Promise<void> {
    // An administration page leaves the other sidebar open.
    if (!(await this.menu.isExisting())) await $('button=Application').click();
    const item = await this.menuItem(`The ${name}`).getElement();
    await item.waitForDisplayed();
    // Clicks the element itself, not its position: menu items that load later move the items below
    // them.
    await browser.execute((link) => (link as unknown as HTMLElement).click(), item);
  },
  /** Navigates to a path below `/ui` that has no menu item, without a reload. */
  async push(path: string): Promise<void> {
    await browser.execute((to) => history.pushState({}, '', `/ui${to}`), path);
  },

  /**
   * Presses keyboard shortcuts of the shell, which are available only once the frame is, after the
   * page.
   */
  async press(...keys: string[]): Promise<void> {
    await $('header input[type="search"]').waitForDisplayed();
    await browser.keys(keys);
  },

  /** Selects a theme in the user menu by its label. */
  async chooseTheme(label: string): Promise<void> {
    await $('button[aria-label^="User "]').click();
    await $(`//*[starts-with(@role, "menuitem")][contains(., "${label}")]`).click();
  },

  /** Sets a mark that the next page load removes. */
  async mark(): Promise<void> {
    await browser.execute(() => {
      document.documentElement.dataset.testMark = 'same page';
    });
  },
  /** Returns whether the page still has the mark, so that it was not reloaded. */
  isMarked(): Promise<boolean> {
    return browser.execute(() => document.documentElement.dataset.testMark === 'same page');
  },
};
