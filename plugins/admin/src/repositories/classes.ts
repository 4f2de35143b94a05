import { useLocation } from 'react-router-dom';
import { REPOSITORIES, REPOSITORY_CLASSES, type RepositoryClass } from '../paths.ts';

/** The class in the address: each has routes of its own, so that it is always one of them. */
export function useRepositoryClass(): RepositoryClass {
  const { pathname } = useLocation();
  return (
    REPOSITORY_CLASSES.find((type) => pathname.toLowerCase().startsWith(`${REPOSITORIES}/${type}`)) ?? 'local'
  );
}
