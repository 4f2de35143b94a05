import { message } from '@lading/contract';

export const messages = {
  title: message('shell.shortcuts.title', 'Keyboard shortcuts'),
  notLoaded: message('shell.shortcuts.notLoaded', 'The keyboard shortcuts could not be loaded. Try again.'),
  general: message('shell.shortcuts.general', 'Everywhere'),
  find: message('shell.shortcuts.find', 'Filter'),
  noneFound: message('shell.shortcuts.noneFound', 'Nothing matches “{query}”.'),
  change: message('shell.shortcuts.change', 'Change the keys for {label}'),
  none: message('shell.shortcuts.none', 'None'),
  press: message('shell.shortcuts.press', 'Press the new keys'),
  pressed: message('shell.shortcuts.pressed', 'Enter keeps them, Escape gives up.'),
  cannot: message('shell.shortcuts.cannot', '{keys} cannot be used: the page needs it.'),
  taken: message('shell.shortcuts.taken', '{keys} is already taken by “{label}”.'),
  keep: message('shell.shortcuts.keep', 'Keep'),
  giveUp: message('shell.shortcuts.giveUp', 'Cancel'),
  clear: message('shell.shortcuts.clear', 'Remove the keys for {label}'),
  reset: message('shell.shortcuts.reset', 'Reset the keys for {label}'),
  resetAll: message('shell.shortcuts.resetAll', 'Reset all'),
  single: message('shell.shortcuts.single', 'Keys without Ctrl, Cmd or Alt'),
  singleHelp: message(
    'shell.shortcuts.singleHelp',
    'Turn them off if you speak to the computer or press keys by accident.',
  ),
  off: message('shell.shortcuts.off', 'off'),
  andThen: message('shell.shortcuts.then', 'then'),
  done: message('shell.shortcuts.done', 'Done'),
} as const;
