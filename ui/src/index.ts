export { ErrorState } from './page/ErrorState.tsx';
export { PageSkeleton } from './page/PageSkeleton.tsx';
export { reactLifecycles } from './plugin/reactLifecycles.tsx';
export { ShellContext, useShell } from './plugin/ShellContext.ts';
export { ShellRouter } from './plugin/ShellRouter.tsx';
export { adoptStyles, useStyles } from './styles/adoptStyles.ts';
export { useTheme } from './theme/useTheme.ts';
