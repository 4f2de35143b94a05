export type Action = 'read' | 'deploy' | 'delete' | 'annotate' | 'manage' | 'admin';

/** Who asks, as the request's credentials show. */
export interface Caller {
  kind: 'anonymous' | 'user';
  userName: string;
  /** Also where a token's scopes leave less: ask `authorise`, not this. */
  admin: boolean;
  via: 'session' | 'basic' | 'token' | 'none';
  groups: string[];
  /** Of a token: it may do what its user may, and of that only this. */
  scopes?: string[];
  /** Of a token that ends: when. */
  until?: Date;
}

export type Target = { repo: string; path?: string } | 'system';
