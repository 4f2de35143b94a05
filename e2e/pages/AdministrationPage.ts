/** Administration screens. */
export const administrationPage = {
  /** Returns a page heading by its text. */
  heading(text: string) {
    return $(`h1=${text}`);
  },
  /** Shows the administration sidebar, and opens one of its items. */
  async open(label: string): Promise<void> {
    const menu = $('nav[aria-label="Administration"]');
    if (!(await menu.isDisplayed())) await $('.lading-side-switch').$('button=Administration').click();
    await menu.$(`=${label}`).click();
  },
  /** Returns a link in the list by its full accessible name. */
  row(name: string) {
    return $('main [role="grid"]').$(`a=${name}`);
  },
  get count() {
    return $('main [role="status"]');
  },
  /** Filter of a list, or search of the advanced menu. */
  get search() {
    return $('main input[type="search"]');
  },
  /** Returns a form field by its name. */
  field(name: string) {
    return $(`main [name="${name}"]`);
  },
  /** Returns a selection field by its label. */
  choice(label: string) {
    // Mandatory fields have a star after their label.
    const named = `normalize-space()="${label}" or normalize-space()="${label} *"`;
    return $(`//main//label[${named}]/following::select[1]`);
  },
  button(label: string) {
    return $('main').$(`button=${label}`);
  },
  /** Types into a field with suggestions, and selects the first one. */
  async add(name: string, typed: string): Promise<void> {
    await this.field(name).setValue(typed);
    await $('main [role="option"]').waitForDisplayed();
    await browser.keys(['Enter']);
  },
};
