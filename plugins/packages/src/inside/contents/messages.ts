import { message } from '@lading/contract';

export const messages = {
  archive: message('packages.inside.archive', 'Archive'),
  contentsFailed: message('packages.inside.contentsFailed', 'Failed to read the archive'),
  emptyArchive: message('packages.inside.emptyArchive', 'The archive is empty'),
  noArchive: message('packages.inside.noArchive', 'The file cannot be read as an archive'),
  fileCount: message(
    'packages.inside.fileCount',
    '{count, plural, one {# file} other {# files}}, {size} unpacked',
  ),
  contentsTruncated: message('packages.inside.contentsTruncated', 'Only the first files are listed.'),
  hashOf: message('packages.inside.hashOf', 'SHA-256 of {path}'),
  download: message('packages.inside.download', 'Download'),
  previewFailed: message('packages.inside.previewFailed', 'Failed to load the file'),
  binary: message('packages.inside.binary', 'This is not a text file. Download it to open it.'),
  tooLarge: message('packages.inside.tooLarge', 'The file is too large to be shown. Download it to open it.'),
  emptyFile: message('packages.inside.emptyFile', 'The file is empty.'),
  notReadable: message(
    'packages.inside.notReadable',
    'Files over 32 MiB cannot be read from an archive. Download the archive.',
  ),
  more: message('packages.inside.more', 'Show more'),
  textOf: message('packages.inside.textOf', 'Text of {path}'),
} as const;
