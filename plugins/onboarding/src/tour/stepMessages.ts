import { message } from '@lading/contract';

export const name = message('onboarding.tour.name', 'Tour of the console');

export const titles = {
  welcome: message('onboarding.tour.welcome', 'Welcome to Lading'),
  packages: message('onboarding.tour.packages', 'Packages'),
  artifacts: message('onboarding.tour.artifacts', 'Artifacts'),
  search: message('onboarding.tour.search', 'Search'),
  setMeUp: message('onboarding.tour.setMeUp', 'Set Me Up'),
  administration: message('onboarding.tour.administration', 'Administration'),
  help: message('onboarding.tour.help', 'Help'),
};

export const texts = {
  welcome: message(
    'onboarding.tour.welcomeText',
    'This tour shows where to find things and takes about a minute. Press Escape to leave it. You can continue it later.',
  ),
  packages: message(
    'onboarding.tour.packagesText',
    'In the menu, select Packages to see every package that you have permission to read, across all repositories. Open a package to see its versions and the command that installs it.',
  ),
  artifacts: message(
    'onboarding.tour.artifactsText',
    'In the menu, select Artifacts to see the same content as folders and files, by repository. Open a file to see its checksums and properties.',
  ),
  search: message(
    'onboarding.tour.searchText',
    'To find packages, artifacts, or builds, type a name in the search box at the top of any page.',
  ),
  setMeUp: message(
    'onboarding.tour.setMeUpText',
    'Set Me Up shows the commands that connect your package manager to a repository. To open it, select Create, and then Set Me Up.',
  ),
  administration: message(
    'onboarding.tour.administrationText',
    'At the top of the menu, select Administration to manage repositories, users, groups, and permissions.',
  ),
  help: message(
    'onboarding.tour.helpText',
    'Help lists the documentation, the keyboard shortcuts, and the command palette. To take this tour again, type “tour” in the command palette.',
  ),
};
