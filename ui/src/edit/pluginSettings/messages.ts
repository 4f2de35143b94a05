import { message } from '@lading/contract';

export const settingMessages = {
  saved: message('ui.settings.saved', 'Settings of {plugin} saved'),
  none: message('ui.settings.none', 'This version of the plugin has no settings here.'),
  badLength: message('ui.settings.badLength', 'Enter {least} to {most} characters.'),
  badInteger: message('ui.settings.badInteger', 'Enter a whole number.'),
  badNumber: message('ui.settings.badNumber', 'Enter a number.'),
  tooLow: message('ui.settings.tooLow', 'Enter at least {minimum}.'),
  tooHigh: message('ui.settings.tooHigh', 'Enter at most {maximum}.'),
} as const;
