import { type Static, Type } from '@sinclair/typebox';

const from = Type.String({ description: 'First day, `2026-11-23` (UTC).' });
const downloads = (description: string) => Type.Array(Type.Integer(), { description });

/** GET `/ui/api/v1/ui/v1/native/downloads?packageId=&version=&days=`: downloads by day. */
export type DownloadHistory = Static<typeof DownloadHistory>;
export const DownloadHistory = Type.Object(
  {
    since: Type.String({ description: 'The first day on which downloads were counted by day.' }),
    from,
    downloads: downloads('One number per day, oldest first; the last one is of today.'),
  },
  { title: 'DownloadHistory' },
);

/**
 * GET `/ui/api/v1/ui/v1/native/downloads/total?project=&days=`: downloads by day of all packages.
 */
export type TotalDownloads = Static<typeof TotalDownloads>;
export const TotalDownloads = Type.Object(
  {
    ...DownloadHistory.properties,
    incomplete: Type.Boolean({
      description:
        'Whether there are repositories that the caller can read only in part, which are not counted.',
    }),
  },
  { title: 'TotalDownloads' },
);

/**
 * GET `/ui/api/v1/ui/v1/native/downloads/versions?packageId=&days=`: downloads by day of each
 * version that was downloaded.
 */
export type VersionDownloads = Static<typeof VersionDownloads>;
export const VersionDownloads = Type.Object(
  {
    since: Type.String({ description: 'The first day on which downloads were counted by day.' }),
    from,
    versions: Type.Array(
      Type.Object({ version: Type.String(), downloads: downloads('One number per day, oldest first.') }),
      { description: 'Most downloaded first, up to 1,000. Versions without downloads are left out.' },
    ),
  },
  { title: 'VersionDownloads' },
);
