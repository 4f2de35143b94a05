import type { TableValue } from '@lading/contract';
import { functionOf, type PartRunner, used } from './parts.ts';
import { ROWS } from './samples.ts';
import { type Calls, inTime, messageOf, settle, shellFor } from './visit.ts';

/** Errors of the language: the code is wrong, whatever its calls return. */
const FAULTS = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'];

interface Task {
  readonly id: string;
  /** Of the function, in problems. */
  readonly what: string;
  readonly run: (shell: unknown) => unknown;
  /** Returns why a result is invalid. */
  readonly check?: (result: unknown) => string | undefined;
}

/** Runs the actions, columns, and commands of a plugin with calls that fail or never end. */
export async function exerciseTasks(runner: PartRunner, calls: Calls): Promise<string[]> {
  const problems: string[] = [];
  for (const task of tasksOf(runner))
    for (const problem of await runTask(runner, task, calls))
      problems.push(`${task.id} with ${calls}: ${task.what} ${problem}`);
  return problems;
}

function tasksOf(runner: PartRunner): Task[] {
  const columns = used(runner, 'tableColumns').map(({ value, at }): Task => {
    const rows: readonly unknown[] = ROWS[value.table];
    return {
      ...{ id: value.id, what: 'values' },
      run: (shell) => functionOf(runner, at, 'values', value.values)(rows, shell),
      check: (result) => faultOfCells(result, rows.length),
    };
  });
  const actions = used(runner, 'rowActions').flatMap(({ value, at }) =>
    ROWS[value.table].flatMap((row): Task[] => [
      ...(value.available
        ? [
            {
              ...{ id: value.id, what: 'available' },
              run: (shell: unknown) => functionOf(runner, at, 'available', value.available)(row, shell),
              check: (result: unknown) =>
                typeof result === 'boolean' ? undefined : 'does not return true or false',
            },
          ]
        : []),
      { id: value.id, what: 'run', run: (shell) => functionOf(runner, at, 'run', value.run)(row, shell) },
    ]),
  );
  const commands = used(runner, 'commands').map(
    ({ value, at }): Task => ({
      ...{ id: value.id, what: 'run' },
      run: (shell) => functionOf(runner, at, 'run', value.run)(shell),
    }),
  );
  return [...columns, ...actions, ...commands];
}

/** The console shows an error of the function to the user, so that only faults are problems. */
async function runTask(runner: PartRunner, { run, check }: Task, calls: Calls): Promise<string[]> {
  const problems: string[] = [];
  const shell = shellFor(runner, '/packages', calls, (problem) => problems.push(problem));
  const running = (async () => run(shell))().then((result) => check?.(result), faultOf);
  const ended = calls === 'failing calls' ? inTime(running) : Promise.race([running, settle()]);
  const found = await ended.catch((error: unknown) => messageOf(error));
  if (typeof found === 'string') problems.push(found);
  // The frame or page ends, and with it whatever the function has started.
  shell.unmount();
  await settle();
  return problems;
}

function faultOf(error: unknown): string | undefined {
  const { name, message } = (error ?? {}) as Partial<Error>;
  if (typeof message !== 'string') return 'fails with something that is no error';
  return FAULTS.includes(name ?? '') ? `fails: ${message}` : undefined;
}

function faultOfCells(result: unknown, rows: number): string | undefined {
  if (!Array.isArray(result)) return 'does not return a list';
  if (result.length !== rows) return `returns ${result.length} values for ${rows} rows`;
  const at = result.findIndex((cell) => !isCell(cell));
  return at < 0 ? undefined : `returns an invalid value for row ${at + 1}`;
}

function isCell(cell: unknown): boolean {
  if (cell === undefined || cell === null || typeof cell === 'string') return true;
  const { text, path, title, value } = cell as Partial<Record<keyof TableValue, unknown>>;
  const isText = (given: unknown) => given === undefined || typeof given === 'string';
  const isPath = path === undefined || (typeof path === 'string' && /^\/(?!\/)\S*$/.test(path));
  return typeof text === 'string' && isPath && isText(title) && (isText(value) || Number.isFinite(value));
}
