const PARTS = /-?"[^"]*"|(-?[a-z]+(?::|[<>]=?|=))((?:"[^"]*"|[^\s,]*)(?:,(?:"[^"]*"|[^\s,]*))*)|\S+/gi;
const VALUES = /"[^"]*"|[^\s,]+/g;

/** Returns the search with another repository in place of the given value of `repo:`. */
export function replaceRepository(search: string, given: string, meant: string): string {
  const inPlace = (value: string) => {
    if (value === given) return meant;
    // The platform ignores spaces at both ends of quoted values.
    return /^".*"$/.test(value) && value.slice(1, -1).trim() === given ? `"${meant}"` : value;
  };
  return search.replace(PARTS, (part: string, operator?: string, values = '') =>
    operator && /^-?repo[:=]$/i.test(operator) ? operator + values.replace(VALUES, inPlace) : part,
  );
}
