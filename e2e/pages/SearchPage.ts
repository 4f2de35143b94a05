/** Search box of the header. */
export const searchBox = {
  get input() {
    return $('.lading-searchbox input[role="combobox"]');
  },
  get category() {
    return $('.lading-searchbox select');
  },
  get options() {
    return $$('.lading-search-option');
  },
  get note() {
    return $('.lading-search-note');
  },
  option(text: string) {
    return $(`.lading-search-option*=${text}`);
  },
  /** Replaces the text of the box. */
  async type(text: string): Promise<void> {
    await this.input.click();
    await browser.keys(['Control', 'a']);
    await browser.keys([...text]);
  },
  /** Returns the names of the offered categories. */
  categories(): Promise<string[]> {
    return browser.execute(() =>
      [...document.querySelectorAll('.lading-searchbox select option')].map(
        (option) => option.textContent ?? '',
      ),
    );
  },
};

/** List of found artifacts. */
export const artifactsPage = {
  get heading() {
    return $('h1=Artifacts');
  },
  get kind() {
    return $('.search-bar select');
  },
  get name() {
    return $('.search-bar input');
  },
  get submit() {
    return $('.search-form button[type="submit"]');
  },
  get filters() {
    return $('.search-form button[aria-controls]');
  },
  field(label: string) {
    return $(
      `//label[normalize-space(.)="${label}"]/following::*[self::input or self::select or self::textarea][1]`,
    );
  },
  row(name: string) {
    return $(`[role="grid"]`).$(`=${name}`);
  },
  export(format: 'CSV' | 'JSON') {
    return $(`a[aria-label="Download list as ${format}"]`);
  },
  get count() {
    return $('.ld-table__count [role="status"]');
  },
};
