import { message } from '@lading/contract';

export const messages = {
  notAuthorized: message('shell.guard.notAuthorized', 'You are not authorized to view this page'),
  noLicense: message('shell.guard.noLicense', 'The platform has no valid license.'),
  notAvailable: message('shell.guard.notAvailable', 'This page is not available. {because}'),
} as const;
