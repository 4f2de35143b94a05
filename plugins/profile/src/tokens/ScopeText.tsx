import { type Text, useText } from '@lading/ui';
import { messages } from './messages.ts';
import { ACTIONS, readScope } from './scope.ts';

/** Shows the permissions of a token as text. */
export function ScopeText(props: { scope: string }) {
  const text = useText();
  const words = scopeWords(props.scope, text);
  return <span title={words}>{words}</span>;
}

function scopeWords(scope: string, text: Text): string {
  const read = readScope(scope);
  if (read.kind === 'user') return text(messages.scopeUser);
  if (read.kind === 'admin') return text(messages.scopeAdmin);
  if (read.kind === 'other') return scope;
  return read.parts
    .map(({ repository, actions }) =>
      text(messages.scopeOne, {
        actions: actions.map((action) => actionWord(action, text)).join(', '),
        repository: repository === '*' ? text(messages.allRepositories) : repository,
      }),
    )
    .join('; ');
}

function actionWord(action: string, text: Text): string {
  const known = ACTIONS.find((each) => each === action);
  return known ? text(messages[known]) : action;
}
