/** Callers from least to most permissions. Each includes those of the previous ones. */
export const levels = ['anonymous', 'user', 'member', 'projectAdmin', 'admin'] as const;
type Level = (typeof levels)[number];
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Minimum level, method, URL, and a body that passes the schema, so that the access check is
 * reached.
 */
export type Call = [Level, Method, string, object?];

export const [ui, v1, v2] = ['/ui/api/v1', '/access/api/v1', '/access/api/v2'];
export const none = '00000000-0000-0000-0000-000000000000';
export const login = { password: 'not the right one' };
