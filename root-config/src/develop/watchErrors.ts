/** Reports errors of code from `origin`, and of the shell about it. */
export function watchErrors(
  view: Window & { console?: Pick<Console, 'error'> },
  origin: string,
  report: (text: string) => void,
): void {
  const look = (error: unknown, source = '') => {
    if (source.startsWith(`${origin}/`) || isFrom(error, origin)) report(describe(error));
  };
  view.addEventListener('error', ({ error, filename }) => look(error, filename));
  view.addEventListener('unhandledrejection', ({ reason }) => look(reason));
  const { console } = view;
  if (!console) return;
  const log = console.error.bind(console);
  // The shell handles failures of plugins, so that no event reports them.
  console.error = (...values: unknown[]) => {
    log(...values);
    for (const value of values) if (value instanceof Error) look(value);
  };
}

/** Whether an error, its cause, or the file that failed to load is from the development server. */
function isFrom(error: unknown, origin: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { stack, request, cause } = error as { stack?: string; request?: unknown; cause?: unknown };
  const places = [stack, request].filter((place) => typeof place === 'string');
  return places.some((place) => place.includes(`${origin}/`)) || (cause !== error && isFrom(cause, origin));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = `${error.name}: ${error.message}`;
  const { stack = '' } = error;
  return stack.includes(error.message) ? stack : `${text}\n${stack}`;
}
