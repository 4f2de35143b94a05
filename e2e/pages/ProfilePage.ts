/** The user's own profile. */
export const profilePage = {
  get heading() {
    return $('h1=Profile');
  },
  get password() {
    return $('.profile-unlock input[type="password"]');
  },
  get unlocked() {
    return $('//*[@role="status"][contains(., "Unlocked until")]');
  },
  get dialog() {
    return $('dialog[open]');
  },
  tab(label: string) {
    return $(`//*[@role="tab"][contains(., "${label}")]`);
  },
  button(label: string) {
    return $(`button=${label}`);
  },
  /** A button of the dialog that is open. */
  dialogButton(label: string) {
    return $(`//dialog[@open]//button[normalize-space()="${label}"]`);
  },
  /** A row of a table by some of its text. */
  row(text: string) {
    return $(`//*[@role="row"][contains(., "${text}")]`);
  },

  async unlock(password: string): Promise<void> {
    await this.password.setValue(password);
    await this.button('Unlock').click();
    await this.unlocked.waitForDisplayed();
  },
};
