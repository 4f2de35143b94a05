import { message } from '@lading/contract';

/**
 * Separate from the texts of the tabs of an image: texts that two pages share are also loaded by
 * the list of packages.
 */
export const messages = {
  digest: message('packages.image.digest', 'Digest'),
  tagsFailed: message('packages.image.tagsFailed', 'Failed to load tags'),
  noTags: message('packages.image.noTags', 'No tags'),
  noTagsMore: message(
    'packages.image.noTagsMore',
    'Images that are only known by digest have no tags. Push one with a tag to list it here.',
  ),
  platforms: message('packages.image.platforms', '{count, plural, one {# platform} other {# platforms}}'),
  referrers: message(
    'packages.image.referrers',
    '{count, plural, one {# signature or SBOM} other {# signatures and SBOMs}}',
  ),
  moreDigests: message(
    'packages.image.moreDigests',
    'Only the {count} digests with the most recent tags are shown. Versions lists all tags.',
  ),
  moreTags: message('packages.image.moreTags', '{count} more tags'),
} as const;
