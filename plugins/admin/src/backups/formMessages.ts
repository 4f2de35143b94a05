import { message } from '@lading/contract';

export const formMessages = {
  title: message('admin.backups.form.title', 'Backup settings'),
  target: message('admin.backups.form.target', 'Target'),
  targetHelp: message(
    'admin.backups.form.targetHelp',
    'A directory on the server, such as /mnt/backups/lading, or a bucket, such as s3://bucket/prefix?endpoint=https://s3.example.org. It must exist, be empty, and be elsewhere than the data. Credentials of a bucket are set on the server.',
  ),
  relative: message(
    'admin.backups.form.relative',
    'Enter an absolute path that starts with /, or a URL that starts with s3://',
  ),
  check: message('admin.backups.form.check', 'Check target'),
  usable: message(
    'admin.backups.form.usable',
    'The directory can be used: {free} free, {needed} of stored files, {count, plural, one {# backup} other {# backups}}.',
  ),
  usableBucket: message(
    'admin.backups.form.usableBucket',
    'The bucket can be used: {needed} of stored files, {count, plural, one {# backup} other {# backups}}.',
  ),
  tooSmall: message(
    'admin.backups.form.tooSmall',
    'The stored files have {needed}, and the directory has {free} of free space. The first backup may not fit.',
  ),
  enabled: message('admin.backups.form.enabled', 'Back up by schedule'),
  hour: message('admin.backups.form.hour', 'Hour'),
  hourHelp: message('admin.backups.form.hourHelp', 'Time zone of the server: {zone}'),
  days: message('admin.backups.form.days', 'Days'),
  noDay: message('admin.backups.form.noDay', 'Select at least one day'),
  keep: message('admin.backups.form.keep', 'Backups to keep'),
  keepHelp: message(
    'admin.backups.form.keepHelp',
    'Older ones are deleted after each backup, with the files that only they need. 1 to {most, number}.',
  ),
  badKeep: message('admin.backups.form.badKeep', 'Enter an integer from 1 to {most, number}'),
  saved: message('admin.backups.form.saved', 'Backup settings saved'),
} as const;
