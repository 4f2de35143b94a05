import { expect, it } from 'vitest';
import { guideSection } from './guideSection.ts';

const page = '# Guide\n\nIntro.\n\n## One\n\nText.\n\n### Part\n\nMore.\n\n## Two\n\nOther.\n';

it('returns a section with its headings one level up', () => {
  expect(guideSection(page, 'One')).toBe('# One\n\nText.\n\n## Part\n\nMore.\n\n');
  expect(guideSection(page, 'Two')).toBe('# Two\n\nOther.\n');
});

it('returns nothing for an unknown heading', () => {
  expect(guideSection(page, 'On')).toBe('');
});
