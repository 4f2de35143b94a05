import { expect, it } from 'vitest';
import { BlobListing } from './BlobListing.ts';

/** Returns a listing of objects, and the number of lists that it began. */
function listingOf(stored: Record<string, number>) {
  const lists = { begun: 0 };
  async function* list() {
    lists.begun += 1;
    for (const [key, size] of Object.entries(stored).sort()) yield { key, size };
  }
  return { lists, listing: new BlobListing(list) };
}

it('lists once for ascending digits, also if some have no blobs', async () => {
  const { lists, listing } = listingOf({
    'blobs/00/00a': 1,
    'blobs/7f/7fa': 2,
    'blobs/7f/7fb': 3,
    'blobs/ff/ffa': 4,
  });
  expect(await listing.sizesOf('05')).toEqual(new Map());
  expect(await listing.sizesOf('7f')).toEqual(
    new Map([
      ['7fa', 2],
      ['7fb', 3],
    ]),
  );
  expect(await listing.sizesOf('80')).toEqual(new Map());
  expect(await listing.sizesOf('ff')).toEqual(new Map([['ffa', 4]]));
  expect(lists.begun).toBe(1);
});

it('sees later blobs when it is asked for the same or smaller digits', async () => {
  const stored: Record<string, number> = { 'blobs/7f/7fa': 2 };
  const { lists, listing } = listingOf(stored);
  expect(await listing.sizesOf('7f')).toEqual(new Map([['7fa', 2]]));
  stored['blobs/7f/7fb'] = 3;
  stored['blobs/10/10a'] = 1;
  expect((await listing.sizesOf('7f')).size).toBe(2);
  expect(await listing.sizesOf('10')).toEqual(new Map([['10a', 1]]));
  expect(lists.begun).toBe(3);
});

it('lists again after a failure', async () => {
  let fails = true;
  const listing = new BlobListing(async function* () {
    yield { key: 'blobs/00/00a', size: 1 };
    if (fails) throw new Error('connection lost');
    yield { key: 'blobs/7f/7fa', size: 2 };
  });
  await expect(listing.sizesOf('7f')).rejects.toThrow('connection lost');
  fails = false;
  expect(await listing.sizesOf('80')).toEqual(new Map());
  expect(await listing.sizesOf('7f')).toEqual(new Map([['7fa', 2]]));
});
