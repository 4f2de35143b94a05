import { message } from '@lading/contract';

export const messages = {
  sbomAbout: message(
    'packages.inside.sbomAbout',
    'What this version needs to run, with package URLs, licenses, and hashes. Dependencies are followed through the versions stored in repositories that you have permission to read. The rest is listed as unknown.',
  ),
  sbomFile: message('packages.inside.sbomFile', 'Download {format}'),
} as const;
