import type { ExampleGroup } from './Example.tsx';
import { messages } from './messages.ts';
import { buttons } from './shown/buttons.tsx';
import { choiceFields } from './shown/choiceFields.tsx';
import { charts, content } from './shown/content.tsx';
import { displayed } from './shown/display.tsx';
import { forms } from './shown/forms.tsx';
import { navigation } from './shown/navigation.tsx';
import { pageStates } from './shown/pageStates.tsx';
import { tables } from './shown/tables.tsx';
import { textFields } from './shown/textFields.tsx';
import { colors, icons, tokens } from './shown/tokens.tsx';

/** In the order of the page. */
export const GROUPS: readonly ExampleGroup[] = [
  { key: 'tokens', title: messages.tokens, examples: tokens },
  { key: 'colors', title: messages.colors, examples: colors },
  { key: 'icons', title: messages.icons, examples: icons },
  { key: 'buttons', title: messages.buttons, examples: buttons },
  { key: 'text-fields', title: messages.textFields, examples: textFields },
  { key: 'choices', title: messages.choiceFields, examples: choiceFields },
  { key: 'forms', title: messages.forms, examples: forms },
  { key: 'tables', title: messages.tables, examples: tables },
  { key: 'display', title: messages.display, examples: displayed },
  { key: 'states', title: messages.states, examples: pageStates },
  { key: 'navigation', title: messages.navigation, examples: navigation },
  { key: 'charts', title: messages.charts, examples: charts },
  { key: 'content', title: messages.content, examples: content },
];
