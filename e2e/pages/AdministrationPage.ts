/** The screens of the administration. */
export const administrationPage = {
  /** A page by its heading. */
  heading(text: string) {
    return $(`h1=${text}`);
  },
  /** Shows the administration's sidebar, and follows one of its items. */
  async open(label: string): Promise<void> {
    const menu = $('nav[aria-label="Administration"]');
    if (!(await menu.isDisplayed())) await $('.lading-side-switch').$('button=Administration').click();
    await menu.$(`=${label}`).click();
  },
  /** A link in the list, by the whole name of what it leads to. */
  row(name: string) {
    return $('main [role="grid"]').$(`a=${name}`);
  },
  get count() {
    return $('main [role="status"]');
  },
  /** The filter of a list, or the search of the advanced menu. */
  get search() {
    return $('main input[type="search"]');
  },
  /** A field of the form, by its name. */
  field(name: string) {
    return $(`main [name="${name}"]`);
  },
  /** A field with a list of its own, by its label. */
  choice(label: string) {
    return $(`//main//label[normalize-space()="${label}"]/following::select[1]`);
  },
  button(label: string) {
    return $('main').$(`button=${label}`);
  },
  /** Types into a line that suggests, and takes the first. */
  async add(name: string, typed: string): Promise<void> {
    await this.field(name).setValue(typed);
    await $('main [role="option"]').waitForDisplayed();
    await browser.keys(['Enter']);
  },
};
