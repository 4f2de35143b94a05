import { useLocation } from 'react-router-dom';
import { REPOSITORIES, REPOSITORY_CLASSES, type RepositoryClass } from '../paths.ts';

/** Reads the class from the URL: each class has its own routes, so the class is always valid. */
export function useRepositoryClass(): RepositoryClass {
  const { pathname } = useLocation();
  return (
    REPOSITORY_CLASSES.find((type) => pathname.toLowerCase().startsWith(`${REPOSITORIES}/${type}`)) ?? 'local'
  );
}
