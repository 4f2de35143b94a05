/** Profile of the signed-in user. */
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
  /** Returns a button of the open dialog. */
  dialogButton(label: string) {
    return $(`//dialog[@open]//button[normalize-space()="${label}"]`);
  },
  /** Returns a table row by part of its text. */
  row(text: string) {
    return $(`//*[@role="row"][contains(., "${text}")]`);
  },

  async unlock(password: string): Promise<void> {
    await this.password.setValue(password);
    await this.button('Unlock').click();
    await this.unlocked.waitForDisplayed();
  },
};
