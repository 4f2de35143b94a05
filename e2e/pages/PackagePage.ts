/** Package page with its versions. */
export const packagePage = {
  heading(name: string) {
    return $(`h1=${name}`);
  },
  /** Tab of the versions. For packages with a readme, it is not the first tab. */
  get versionsTab() {
    return $('[role="tab"]*=Versions');
  },
  get releasesOnly() {
    return $('label*=Releases only').$('input');
  },
  version(name: string) {
    return $('[role="grid"][aria-label="Versions"]').$(`=${name}`);
  },
};

/** Page of a package version. */
export const versionPage = {
  heading(name: string, version: string) {
    return $(`h1=${name} ${version}`);
  },
  tab(label: string) {
    return $(`[role="tab"]*=${label}`);
  },
  get panel() {
    return $('[role="tabpanel"]');
  },
  get readme() {
    return $('.ld-markdown');
  },
  get download() {
    return $('button=Download');
  },
  /** Returns a command or a digest with its copy button. */
  copyField(what: string) {
    return $(`[role="group"][aria-label="${what}"]`);
  },
};
