/** Returns the changes as the platform accepts them: a notice is sent as a whole or removed. */
export function patchOf(
  settings: Record<string, unknown>,
  changed: ReadonlySet<string>,
): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const key of changed) {
    const [group = '', name] = key.split('.');
    if (group === 'loginDialog') patch[group] = noticeOf(settings[group]);
    else if (name === undefined) patch[group] = settings[group];
    else {
      const values = settings[group] as Record<string, unknown>;
      patch[group] = { ...(patch[group] as object | undefined), [name]: values[name] };
    }
  }
  return patch;
}

function noticeOf(value: unknown): object | null {
  const notice = value as { title: string; message: string };
  return notice.title === '' && notice.message === '' ? null : notice;
}
