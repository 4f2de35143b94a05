import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { KitError } from '../KitError.ts';
import type { ConsoleSdk } from './consoleSdk.ts';

const SHOWN = 50;

/**
 * Compiles the plugin's sources with the types of a console: reports removed and changed API by
 * name. Returns `undefined` if the plugin has no TypeScript. Throws `KitError` if the compiler
 * reports another failure.
 */
export async function typeProblems(root: string, sdk: ConsoleSdk): Promise<string[] | undefined> {
  const compiler = compilerOf(root);
  if (compiler === undefined || !existsSync(join(root, 'tsconfig.json'))) return undefined;
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: true, paths: pathsOf(sdk.folder) },
    include: [join(root, 'src')],
    exclude: [join(root, 'src/**/*.test.*')],
  };
  const file = join(sdk.folder, 'tsconfig.json');
  await writeFile(file, JSON.stringify(config));
  const { printed, code } = await output(compiler, ['--project', file, '--pretty', 'false'], sdk.folder);
  // The reason in detail follows in indented lines.
  const errors = printed.split(/\n(?! )/).filter((one) => /^[^\n]*\): error TS\d+: /.test(one));
  if (code !== 0 && errors.length === 0)
    throw new KitError(
      `Failed to compile with the types of the console: ${printed.trim().slice(0, 1000) || `exit code ${code}`}`,
    );
  return errors.map((one) => named(one.replace(/\s*\n\s*/g, ' '), root, sdk.folder)).slice(0, SHOWN);
}

function compilerOf(root: string): string | undefined {
  try {
    const described = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    const { bin } = JSON.parse(readFileSync(described, 'utf8')) as { bin: { tsc: string } };
    return join(dirname(described), bin.tsc);
  } catch {
    return undefined;
  }
}

/** The type declarations of each exported module. */
function pathsOf(folder: string): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const name of ['@lading/contract', '@lading/ui']) {
    const own = join(folder, 'node_modules', name);
    const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      exports: Record<string, { types?: string }>;
    };
    for (const [path, { types }] of Object.entries(exports))
      if (types) paths[`${name}${path.slice(1)}`] = [join(own, types)];
  }
  return paths;
}

/** The compiler exits with an error if it finds one, and prints all of them. */
function output(
  compiler: string,
  args: readonly string[],
  cwd: string,
): Promise<{ printed: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, ...args], { cwd });
    let printed = '';
    child.stdout.on('data', (data) => {
      printed += data;
    });
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', (code) => resolve({ printed, code }));
  });
}

/** `src/list/Page.tsx(3,10): Property 'x' does not exist …` */
function named(line: string, root: string, cwd: string): string {
  const [, file = '', place = '', text = ''] = /^(.*?)(\(\d+,\d+\)): error TS\d+: (.*)$/.exec(line) ?? [];
  return `${relative(root, join(cwd, file))}${place}: ${text}`;
}
