/**
 * Scope of a token: everything its user can do, everything an administrator can do, or selected
 * actions in selected repositories.
 */
export type ScopeKind = 'user' | 'admin' | 'repositories';

export const ACTIONS = ['read', 'deploy', 'delete', 'annotate', 'manage'] as const;
export type ScopeAction = (typeof ACTIONS)[number];

const USER = 'applied-permissions/user';
const ADMIN = 'applied-permissions/admin';
const REPOSITORY = /^repository:([^:]+):([a-z,]+)$/;

export interface Scope {
  readonly kind: ScopeKind;
  /** Empty for all repositories. */
  readonly repositories: readonly string[];
  readonly actions: readonly ScopeAction[];
}

/** Formats a scope for the platform. */
export function writeScope({ kind, repositories, actions }: Scope): string {
  if (kind === 'user') return USER;
  if (kind === 'admin') return ADMIN;
  const ordered = ACTIONS.filter((action) => actions.includes(action)).join(',');
  const keys = repositories.length > 0 ? repositories : ['*'];
  return keys.map((key) => `repository:${key}:${ordered}`).join(' ');
}

export type ReadScope =
  | { readonly kind: 'user' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'repositories';
      readonly parts: readonly { readonly repository: string; readonly actions: readonly string[] }[];
    };

/** `other`: a scope that this console cannot create. */
export function readScope(scope: string): ReadScope {
  const words = scope.split(/\s+/).filter(Boolean);
  if (words.includes(ADMIN)) return { kind: 'admin' };
  if (words.includes(USER)) return { kind: 'user' };
  const parts = words.map((word) => REPOSITORY.exec(word));
  if (parts.length === 0 || parts.includes(null)) return { kind: 'other' };
  return {
    kind: 'repositories',
    parts: parts.flatMap((part) =>
      part ? [{ repository: part[1] ?? '', actions: (part[2] ?? '').split(',') }] : [],
    ),
  };
}
