export type Env = Readonly<Record<string, string | undefined>>;

/** Invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
