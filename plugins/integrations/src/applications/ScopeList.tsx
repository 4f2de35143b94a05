import { useText } from '@lading/ui';
import { messages } from './messages.ts';

const REPOSITORY = /^repository:([^:]+):([a-z,]+)$/;
const ACTIONS = ['read', 'deploy', 'delete', 'annotate', 'manage'] as const;

/** Lists the scopes of a token as text. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const text = useText();
  const words = (scope: string): string => {
    if (scope === 'applied-permissions/user') return text(messages.canAll);
    if (scope === 'applied-permissions/admin') return text(messages.canAdmin);
    if (scope === 'openid') return text(messages.openid);
    if (scope === 'profile') return text(messages.profileScope);
    if (scope === 'email') return text(messages.email);
    const [, repository, actions = ''] = REPOSITORY.exec(scope) ?? [];
    if (repository === undefined) return scope;
    const named = ACTIONS.filter((action) => actions.split(',').includes(action));
    return text(messages.canRepository, {
      repository: repository === '*' ? text(messages.allRepositories) : repository,
      actions: named.map((action) => text(messages[action])).join(', '),
    });
  };
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>{words(scope)}</li>
      ))}
    </ul>
  );
}
