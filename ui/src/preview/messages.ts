import { message } from '@lading/contract';

export const messages = {
  contentsFailed: message('ui.preview.contentsFailed', 'Failed to read the archive'),
  emptyArchive: message('ui.preview.emptyArchive', 'The archive is empty'),
  noArchive: message('ui.preview.noArchive', 'The file cannot be read as an archive'),
  fileCount: message(
    'ui.preview.fileCount',
    '{count, plural, one {# file} other {# files}}, {size} unpacked',
  ),
  contentsTruncated: message(
    'ui.preview.contentsTruncated',
    'Only the first {count} files are listed. Download the archive to see all files.',
  ),
  hashOf: message('ui.preview.hashOf', 'SHA-256 of {path}'),
  download: message('ui.preview.download', 'Download'),
  previewFailed: message('ui.preview.previewFailed', 'Failed to load the file'),
  binary: message('ui.preview.binary', 'This is not a text file. Download it to open it.'),
  tooLarge: message(
    'ui.preview.tooLarge',
    'The file is too large to be shown. The limit is 1 MiB for texts and 32 MiB for images. Download it to open it.',
  ),
  emptyFile: message('ui.preview.emptyFile', 'The file is empty.'),
  notReadable: message(
    'ui.preview.notReadable',
    'Files over 32 MiB cannot be read from an archive. Download the archive.',
  ),
  partial: message(
    'ui.preview.partial',
    'The archive was not read to its end. If it contains the file again there, unpacking it keeps that copy.',
  ),
  more: message('ui.preview.more', 'Show more'),
  textOf: message('ui.preview.textOf', 'Text of {path}'),
  original: message('ui.preview.original', 'Show original'),
  formatted: message('ui.preview.formatted', 'Show formatted'),
} as const;
