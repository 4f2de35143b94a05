/** Menus of the header. */
export const headerMenus = {
  /** Opens the menu of the button whose label starts with `label`, and waits for its items. */
  async open(label: string): Promise<void> {
    await $(`button[aria-label^="${label}"]`).click();
    await $('[role="menu"]').waitForDisplayed();
  },
  /** Returns the labels of all items of the open menu, without headings. */
  async labels(): Promise<string[]> {
    const items = await $$('[role="menu"] [role^="menuitem"]').getElements();
    return Promise.all([...items].map(async (item) => (await item.getText()).replace(/\s+/g, ' ').trim()));
  },
  item(label: string) {
    return $(`//*[@role="menu"]//*[starts-with(@role, "menuitem")][contains(., "${label}")]`);
  },
  async close(): Promise<void> {
    await browser.keys(['Escape']);
    await $('[role="menu"]').waitForExist({ reverse: true });
  },
};
