import type { CoreMetadata } from './coreMetadata.ts';

/** The description as Markdown. Anything else, such as reStructuredText, is shown as plain text. */
export function readmeOf({ description, descriptionType = '' }: CoreMetadata): string | undefined {
  if (description === undefined || description.trim() === '') return undefined;
  if (/^text\/(?:markdown|x-markdown)\b/i.test(descriptionType)) return description;
  const longest = Math.max(2, ...[...description.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${description.trimEnd()}\n${fence}\n`;
}
