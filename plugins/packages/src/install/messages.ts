import { message } from '@lading/contract';

export const messages = {
  install: message('packages.install.heading', 'Install'),
  newest: message('packages.install.newest', 'Latest version'),
  thisVersion: message('packages.install.thisVersion', 'This version'),
  newestCommand: message('packages.install.newestCommand', 'Command for the latest version'),
  versionCommand: message('packages.install.versionCommand', 'Command for this version'),
  setUp: message('packages.install.setUp', 'Set up the client (once)'),
  setUpOnce: message('packages.install.setUpOnce', 'Set up {client} (once)'),
  setUpCommand: message('packages.install.setUpCommand', 'Command that sets up the client'),
  notHere: message('packages.install.notHere', 'The client is not available for this system'),
  client: message('packages.install.client', 'Client'),
  from: message('packages.install.from', 'From repository'),
  failed: message('packages.install.failed', 'Failed to load the commands'),
  setMeUp: message('packages.install.setMeUp', 'Set Me Up: other repositories and publishing'),
} as const;
