import { message } from '@lading/contract';

export const messages = {
  install: message('packages.install.heading', 'Install'),
  newest: message('packages.install.newest', 'Newest version'),
  thisVersion: message('packages.install.thisVersion', 'This version'),
  newestCommand: message('packages.install.newestCommand', 'Command for the newest version'),
  versionCommand: message('packages.install.versionCommand', 'Command for this version'),
  from: message('packages.install.from', 'From repository'),
} as const;
