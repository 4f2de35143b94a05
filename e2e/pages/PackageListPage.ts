/** The list of packages. */
export const packageListPage = {
  get heading() {
    return $('h1=Packages');
  },
  row(name: string) {
    return $(`a=${name}`);
  },
};
