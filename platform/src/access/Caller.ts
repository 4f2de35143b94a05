export type Action = 'read' | 'deploy' | 'delete' | 'annotate' | 'manage' | 'admin';

/** The authenticated user of a request, or the anonymous user. */
export interface Caller {
  kind: 'anonymous' | 'user';
  userName: string;
  /**
   * Whether the user is an administrator. The scopes of a token may allow less, so call `authorize`
   * for decisions.
   */
  admin: boolean;
  via: 'session' | 'basic' | 'token' | 'none';
  groups: string[];
  /** Scopes of a token, which limit the permissions of its user. */
  scopes?: string[];
  /** Expiry of a token that expires. */
  until?: Date;
}

/** Returns the subject of a message about a missing permission. */
export function describeCaller({ via, userName }: Pick<Caller, 'via' | 'userName'>): string {
  return via === 'token' ? `This token of user ${userName}` : `User ${userName}`;
}

export type Target = { repo: string; path?: string } | 'system';
