import { message } from '@lading/contract';

export const messages = {
  install: message('packages.install.heading', 'Install'),
  newest: message('packages.install.newest', 'Newest version'),
  thisVersion: message('packages.install.thisVersion', 'This version'),
  newestCommand: message('packages.install.newestCommand', 'Command for the newest version'),
  versionCommand: message('packages.install.versionCommand', 'Command for this version'),
  setUp: message('packages.install.setUp', 'Set the client up for it, once'),
  setUpOnce: message('packages.install.setUpOnce', 'Set up {client} (once)'),
  setUpCommand: message('packages.install.setUpCommand', 'Command that sets the client up'),
  notHere: message('packages.install.notHere', 'Its client does not run on this system'),
  client: message('packages.install.client', 'Client'),
  from: message('packages.install.from', 'From repository'),
  failed: message('packages.install.failed', 'Failed to load the commands'),
  setMeUp: message('packages.install.setMeUp', 'Set Me Up: other repositories and publishing'),
} as const;
