import { message } from '@lading/contract';

/** Texts of the page while no package exists. */
export const messages = {
  noneInProject: message('packages.list.noneInProject', 'This project has no packages yet'),
  noneInProjectMore: message(
    'packages.list.noneInProjectMore',
    'This page shows packages in the repositories of the project. To see all packages, select all projects in the header.',
  ),
  noneYet: message('packages.list.noneYet', 'No packages yet'),
  publishFirst: message('packages.list.publishFirst', 'Publish the first package from its directory:'),
  publishCommand: message('packages.list.publishCommand', 'Command that publishes a package'),
  signInFirst: message('packages.list.signInFirst', 'Set Me Up: sign in with npm or another client first'),
  askSomebody: message(
    'packages.list.askSomebody',
    'You have no permission to publish. Ask an administrator.',
  ),
} as const;
