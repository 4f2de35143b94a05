import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

const head = `# What was measured

Written by \`npm run bench\`; a part that is run again replaces its own section (\`npm run bench -- npm console\`).
Figures of one section were taken in one run on one machine: compare them with each other, not with another section's.
`;

/** Formats a table in Markdown. */
function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats the section of a part: title, machine, and tables. */
export function section(title, machine, blocks) {
  const body = blocks.map(({ heading, note, columns, rows }) =>
    [`### ${heading}`, note, columns && table(columns, rows)].filter(Boolean).join('\n\n'),
  );
  return `## ${title}\n\n${machine}\n\n${body.join('\n\n')}\n`;
}

/**
 * Writes sections into the results file, each replacing the one with its title; `order` lists the
 * titles.
 */
export function writeResults(sections, order) {
  const kept = new Map(split(read()).map((text) => [titleOf(text), text]));
  for (const text of sections) kept.set(titleOf(text), text);
  const sorted = order.filter((title) => kept.has(title)).map((title) => kept.get(title).trimEnd());
  writeFileSync(path, `${[head.trimEnd(), ...sorted].join('\n\n')}\n`);
}

const split = (text) => text.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
const titleOf = (text) => /^## (.+)$/m.exec(text)?.[1] ?? '';

function read() {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
