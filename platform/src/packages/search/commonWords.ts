import { sql } from 'drizzle-orm';
import { currentPlatform, db } from '../../database/db.ts';
import { isClose } from './isClose.ts';
import type { Word } from './parseSearch.ts';

/** Words that occur in many packages, and in which part of them. */
export type CommonWords = ReadonlyMap<string, number>;

/** Milliseconds after which the words are read again. Statistics change slowly. */
const maxAge = 300_000;
/** Maximum corrections to try: each one is a search. */
const maxTried = 4;
/** Shorter words are similar to too many others. */
const minLength = 4;

interface Kept {
  words: CommonWords;
  readAt: number;
  reading?: Promise<CommonWords>;
}

export function createCommonWords(): Kept {
  return { words: new Map(), readAt: 0 };
}

/**
 * Returns up to 5,000 words from the statistics of the index of words, which the database collects
 * automatically. Empty if it has not done so.
 */
export async function commonWords(): Promise<CommonWords> {
  const kept = currentPlatform().packages.commonWords;
  return kept.words.size === 0 ? refreshed(kept) : knownCommonWords();
}

/** The words as they were read last, even if there were none. */
export function knownCommonWords(): Promise<CommonWords> | CommonWords {
  const kept = currentPlatform().packages.commonWords;
  if (kept.readAt === 0) return refreshed(kept);
  // No search waits for newer statistics.
  if (Date.now() - kept.readAt >= maxAge) refreshed(kept).catch(() => undefined);
  return kept.words;
}

/** Several searches share one reading. */
function refreshed(kept: Kept): Promise<CommonWords> {
  kept.reading ??= read(kept).finally(() => {
    delete kept.reading;
  });
  return kept.reading;
}

async function read(kept: Kept): Promise<CommonWords> {
  const { rows } = await db().execute<{ word: string; frequency: number }>(sql`
    SELECT each.word, each.frequency FROM pg_stats s
    CROSS JOIN LATERAL unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS each (word, frequency)
    WHERE s.schemaname = ANY(current_schemas(false)) AND s.tablename = 'package_words' AND s.attname = 'words'
      AND length(each.word) >= ${minLength}`);
  kept.words = new Map(rows.map(({ word, frequency }) => [word, Number(frequency)]));
  kept.readAt = Date.now();
  return kept.words;
}

/**
 * Replaces each word that differs from a common one by one letter, or two swapped ones. Returns a
 * few such texts, those with the most common words first.
 */
export function corrections(typed: readonly Word[], common: CommonWords): Word[][] {
  const former = typed.map(({ text }) => text.toLowerCase());
  const found = combinations(former.map((text) => spellings(text, common)));
  return found
    .filter((texts) => texts.some((text, at) => text !== former[at]))
    .map((texts) =>
      typed.map((word, at) => (texts[at] === former[at] ? word : { ...word, text: texts[at] ?? word.text })),
    );
}

function spellings(text: string, common: CommonWords): string[] {
  // Parts alternate with what separates them.
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return combinations(parts.map((part) => closest(part, common))).map((each) => each.join(''));
}

/** Returns the first combinations of an option for each place. */
function combinations(options: readonly (readonly string[])[]): string[][] {
  return options.reduce<string[][]>(
    (found, each) => found.flatMap((start) => each.map((option) => [...start, option])).slice(0, maxTried),
    [[]],
  );
}

/** Whether a word begins no common one. Of short ones, this is unknown. */
export function isRare(word: string, common: CommonWords): boolean {
  if (word.length < minLength) return false;
  for (const each of common.keys()) if (each.startsWith(word)) return false;
  return true;
}

/** Returns the part itself if it is not similar to any word. */
function closest(part: string, common: CommonWords): string[] {
  if (part.length < minLength || /^\d+$/.test(part) || common.has(part)) return [part];
  const found: [word: string, frequency: number][] = [];
  for (const [word, frequency] of common) {
    // A search finds words that contain the typed one.
    if (word.includes(part)) return [part];
    if (isMeant(part, word)) found.push([word, frequency]);
  }
  if (found.length === 0) return [part];
  return found
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxTried)
    .map(([word]) => word);
}

/** Short words differ from many others by one letter, so that only two swapped ones count. */
function isMeant(one: string, other: string): boolean {
  if (!isClose(one, other)) return false;
  return one.length > minLength || [...one].sort().join('') === [...other].sort().join('');
}
