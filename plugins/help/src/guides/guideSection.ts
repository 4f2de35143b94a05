/**
 * Returns one section of a page, by the text of its second-level heading, as a page of its own.
 * Empty if the page has no such section.
 */
export function guideSection(page: string, heading: string): string {
  const [, ...sections] = page.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return section === '' ? '' : `# ${section.replaceAll(/^#(#{2,} )/gm, '$1')}`;
}
