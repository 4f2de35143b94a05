import type { Target } from '../navigation/place.ts';

/**
 * Query parameter of the selected project. Only the URL bar and links have it; screens do not see
 * it.
 */
const PARAMETER = 'projectKey';
const KEY = /^[a-z][a-z0-9-]{0,127}$/;

export function isProjectKey(text: string): boolean {
  return KEY.test(text);
}

/** Removes the project from a URL and leaves the rest unchanged. An invalid key is ignored. */
export function withoutProject(target: Target): { target: Target; project: string | undefined } {
  const parts = target.search.slice(1).split('&');
  const rest = parts.filter((part) => !part.startsWith(`${PARAMETER}=`));
  if (rest.length === parts.length) return { target, project: undefined };
  const project = new URLSearchParams(target.search).get(PARAMETER) ?? '';
  return {
    target: { ...target, search: rest.length > 0 ? `?${rest.join('&')}` : '' },
    project: isProjectKey(project) ? project : undefined,
  };
}

/**
 * Adds the project to a URL: `/packages?name=a#x` → `/packages?name=a&projectKey=tea#x`. An
 * existing project stays.
 */
export function withProject(to: string, project: string | undefined): string {
  if (project === undefined || /[?&]projectKey=/.test(to)) return to;
  const at = to.indexOf('#');
  const path = at < 0 ? to : to.slice(0, at);
  const hash = at < 0 ? '' : to.slice(at);
  return `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${project}${hash}`;
}
