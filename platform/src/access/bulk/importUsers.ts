import type { UserImport, UserImportResult } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { listGroups } from '../groups/groups.ts';
import type { User } from '../User.ts';
import { checkPasswordRules, checkUserName, createUser, normalName, type UserChange } from '../users.ts';
import { type CsvLine, readCsv } from './csv.ts';

const columns = ['username', 'email', 'groups', 'admin', 'password'] as const;
type Column = (typeof columns)[number];
type Result = UserImportResult['lines'][number];

interface PlannedLine extends Result {
  change: UserChange;
}

/**
 * Creates the users in CSV text. Invalid lines and existing users are skipped and reported. A dry
 * run only validates. Calls `recorded` for each created user. Throws `HttpError` 400 if the column
 * `username` is missing, or a column is unknown or duplicate.
 */
export async function importUsers(
  { csv, dry_run: dryRun = false }: UserImport,
  recorded: (user: User) => Promise<void>,
): Promise<UserImportResult> {
  const planned = await plan(csv);
  const lines: Result[] = [];
  for (const { change, ...result } of planned) {
    if (result.outcome === 'created' && !dryRun) lines.push(await create(result, change, recorded));
    else lines.push(result);
  }
  return { dry_run: dryRun, created: lines.filter(({ outcome }) => outcome === 'created').length, lines };
}

/** Creates a user. A concurrent change can make a valid line invalid. */
async function create(
  result: Result,
  change: UserChange,
  recorded: (user: User) => Promise<void>,
): Promise<Result> {
  try {
    const user = await createUser(result.username, change);
    await recorded(user);
    return { ...result, groups: [...user.groups].sort() };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { groups: _groups, ...rest } = result;
    if (error.code === 'USER_EXISTS') return { ...rest, outcome: 'exists' };
    return { ...rest, outcome: 'invalid', reason: error.message };
  }
}

async function plan(csv: string): Promise<PlannedLine[]> {
  const [head, ...rows] = readCsv(csv);
  const names = readHead(head);
  const all = await listGroups();
  const groups = new Set(all.map(({ group_name }) => group_name));
  const joined = all.filter(({ auto_join }) => auto_join).map(({ group_name }) => group_name);
  const seen = new Set<string>();
  const planned: PlannedLine[] = [];
  for (const row of rows) {
    const value = (column: Column) => row.cells[names.indexOf(column)]?.trim() ?? '';
    const username = normalName(value('username'));
    const change = changeOf(value);
    const at = { line: row.line, username, change };
    try {
      if (row.cells.length > names.length)
        throw bad(`Expected ${names.length} columns, got ${row.cells.length}`);
      checkUserName(username);
      if (seen.has(username)) throw bad(`User ${username} is on an earlier line, too`);
      await checkLine(username, change, value('admin'), groups);
      seen.add(username);
      const member = new Set([...joined, ...(change.groups ?? [])]);
      planned.push({ ...at, outcome: 'created', groups: [...member].sort() });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      planned.push({ ...at, outcome: 'invalid', reason: error.message });
    }
  }
  const existing = await existingUsers([...seen]);
  return planned.map((line) => {
    if (line.outcome !== 'created' || !existing.has(line.username)) return line;
    const { groups: _groups, ...rest } = line;
    return { ...rest, outcome: 'exists' };
  });
}

/** One statement, because the text can have thousands of lines. */
async function existingUsers(names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT name FROM users WHERE name IN (SELECT jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`);
  return new Set(rows.map(({ name }) => name));
}

function readHead(head: CsvLine | undefined): string[] {
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !columns.includes(name as Column));
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (names.includes('username') && unknown.length === 0 && duplicate === undefined) return names;
  const why =
    unknown.length > 0
      ? `Unknown column "${unknown[0]?.slice(0, 50)}"`
      : duplicate === undefined
        ? 'Column "username" is missing'
        : `Column "${duplicate}" is duplicate`;
  throw bad(`${why}. The first line must have names of columns: ${columns.join(', ')}.`);
}

function changeOf(value: (column: Column) => string): UserChange {
  const wanted = value('groups')
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);
  const password = value('password');
  return {
    email: value('email'),
    admin: value('admin').toLowerCase() === 'true',
    ...(wanted.length === 0 ? {} : { groups: wanted }),
    // The administrator knows the password, so the user must change it.
    ...(password === '' ? { password: null } : { password, passwordExpired: true }),
  };
}

async function checkLine(
  username: string,
  { email = '', groups: wanted = [], password }: UserChange,
  admin: string,
  groups: ReadonlySet<string>,
): Promise<void> {
  if (!/^(true|false)?$/i.test(admin))
    throw bad(`Invalid admin "${admin.slice(0, 20)}". Expected true or false.`);
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) throw bad(`Invalid email "${email.slice(0, 100)}"`);
  const unknown = wanted.filter((name) => !groups.has(name));
  if (unknown.length > 0) throw bad(`Group ${unknown.join(', ')} not found`);
  if (typeof password === 'string') await checkPasswordRules(password, username);
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_IMPORT', message);
}
