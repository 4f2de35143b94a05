/** A package with its versions. */
export const packagePage = {
  heading(name: string) {
    return $(`h1=${name}`);
  },
  /** Not the first tab of packages with a readme. */
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

/** One version of a package. */
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
    return $('.packages-markdown');
  },
  get download() {
    return $('button=Download');
  },
  /** A command or a digest with its button. */
  copyField(what: string) {
    return $(`[role="group"][aria-label="${what}"]`);
  },
};
