import { message } from '@lading/contract';

export const messages = {
  title: message('shell.shortcuts.title', 'Keyboard shortcuts'),
  notLoaded: message('shell.shortcuts.notLoaded', 'Failed to load the keyboard shortcuts. Try again.'),
  general: message('shell.shortcuts.general', 'Global'),
  find: message('shell.shortcuts.find', 'Filter'),
  noneFound: message('shell.shortcuts.noneFound', 'No results for “{query}”.'),
  change: message('shell.shortcuts.change', 'Change the shortcut for {label}'),
  none: message('shell.shortcuts.none', 'None'),
  press: message('shell.shortcuts.press', 'Press the new keys'),
  pressed: message('shell.shortcuts.pressed', 'Press Enter to save, Escape to cancel.'),
  cannot: message('shell.shortcuts.cannot', '{keys} cannot be used: it is reserved for the page.'),
  taken: message('shell.shortcuts.taken', '{keys} is already used by “{label}”.'),
  keep: message('shell.shortcuts.keep', 'Save'),
  giveUp: message('shell.shortcuts.giveUp', 'Cancel'),
  clear: message('shell.shortcuts.clear', 'Remove the shortcut for {label}'),
  reset: message('shell.shortcuts.reset', 'Reset the shortcut for {label}'),
  resetAll: message('shell.shortcuts.resetAll', 'Reset all'),
  single: message('shell.shortcuts.single', 'Single-key shortcuts (without Ctrl, Cmd, or Alt)'),
  singleHelp: message(
    'shell.shortcuts.singleHelp',
    'Turn them off if you use speech input or press keys accidentally.',
  ),
  off: message('shell.shortcuts.off', 'off'),
  andThen: message('shell.shortcuts.then', 'then'),
  done: message('shell.shortcuts.done', 'Done'),
} as const;
