import { message } from '@lading/contract';

export const messages = {
  about: message(
    'admin.points.about',
    'Everything that a plugin can contribute to the console, with an example, and the plugins in use that do. The {guide} describes each in detail.',
  ),
  guide: message('admin.points.guide', 'plugin guide'),
  usedBy: message('admin.points.usedBy', 'Used by {count, plural, one {# plugin} other {# plugins}}'),
  unused: message('admin.points.unused', 'No plugin in use contributes any'),
  user: message('admin.points.user', '{name} {version} ({count})'),
  example: message('admin.points.example', 'Example'),
  exampleOf: message('admin.points.exampleOf', 'Example of {kind}'),
  framed: message('admin.points.framed', 'Also for untrusted plugins, in frames'),
  trustedOnly: message('admin.points.trustedOnly', 'Only for trusted plugins'),
  shell: message('admin.points.shell', 'Services of the shell'),
  shellAbout: message(
    'admin.points.shellAbout',
    'Each screen gets them from useShell(), and each lifecycle function as shell.',
  ),
  failed: message(
    'admin.points.failed',
    'Failed to load the plugins. The list does not show which of them use an extension point.',
  ),
  retry: message('admin.points.retry', 'Retry'),
} as const;
