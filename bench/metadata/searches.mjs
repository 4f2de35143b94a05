// Queries of the search box: words, typos, conditions, and facets.
import { words } from './generate.mjs';

const pick = (list, index) => list[(index * 37) % list.length];
const many = (searchOf) =>
  Array.from({ length: 60 }, (_, index) =>
    searchOf({ verb: pick(words.verbs, index), noun: pick(words.nouns, index + 7), index }),
  );
/** Swaps two letters in the middle of a word. */
const misspelled = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);

/** Searches by kind, of which some find nothing. */
const kinds = {
  'words in any order': many(
    ({ verb, noun, index }) =>
      [`${noun} ${verb}`, `${noun} ${verb} ${index}`, `${verb} ${noun.slice(0, 3)}`][index % 3],
  ),
  'words in descriptions': many(
    ({ verb, noun, index }) =>
      ['generated', `packages ${verb}`, `every ${noun}`, `generated ${noun} ${verb}`][index % 4],
  ),
  'a misspelled name': many(({ verb, noun, index }) => `${verb}-${misspelled(noun)}-${index}`),
  'a misspelled word': many(({ noun }) => misspelled(noun)),
  'words and conditions': many(
    ({ verb, noun, index }) =>
      [`type:npm ${noun}`, `license:MIT ${noun} ${verb}`, `${noun} -${verb}`, `downloads>=500 ${noun}`][
        index % 4
      ],
  ),
};

const facets = '/ui/api/v1/ui/v1/native/facets';

/** `listed` returns the query of the list for a filter. */
export function searchesOf(listed) {
  const found = Object.entries(kinds).map(([kind, texts]) => ({
    kind,
    bodies: texts.map((search) => listed({ search })),
    goal: 50,
  }));
  const counted = Object.values(kinds)
    .flatMap((texts) => texts.filter((_, index) => index % 4 === 0))
    .map((search) => `${facets} ${JSON.stringify({ search, types: ['npm'] })}`);
  const rare = counted.map((body) => body.replace(facets, `${facets}/more`));
  return [
    ...found,
    { kind: 'facets of a search', bodies: counted, goal: 100 },
    { kind: 'severities and projects of a search', bodies: rare, goal: 100 },
  ];
}
