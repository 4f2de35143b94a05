import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => vi.restoreAllMocks());

describe('lading-kit', () => {
  it.each(['--help', '-h'])('explains a command with %s without running it', async (option) => {
    await run(['dev', option]);
    expect(printed.join('\n')).toMatch(/^Usage: lading-kit dev \[FOLDER\]/);
    expect(printed.join('\n')).toContain('--port PORT');
    expect(printed.join('\n')).not.toContain('lading-kit pack');
    await run(['build', option]);
    expect(printed.at(-1)).toMatch(/^Usage: lading-kit build/);
  });

  it('explains all commands with --help', async () => {
    await run(['--help']);
    expect(printed.join('\n')).toMatch(/lading-kit create[\s\S]*lading-kit pack/);
  });

  it('reports an unknown option and shows the help of the command', async () => {
    await expect(run(['dev', '--prot', '5'])).rejects.toThrow(/'--prot'[\s\S]*Usage: lading-kit dev/);
  });
});
