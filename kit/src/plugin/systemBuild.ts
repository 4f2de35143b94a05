import { build, type InlineConfig, type PluginOption, type Rollup } from 'vite';
import { conditionsFor } from '../conditions.ts';

export interface SystemBuild {
  readonly root: string;
  readonly input: Readonly<Record<string, string>>;
  readonly plugins: PluginOption[];
  /** Names of files in the build directory; `[hash]` for files that can be cached forever. */
  readonly names: { readonly entry: string; readonly chunk: string; readonly asset: string };
  readonly manualChunks?: Rollup.ManualChunksOption;
  readonly format?: 'system' | 'iife';
  /** Builds workers as separate files, in a directory with this name. */
  readonly workers?: string;
  /** Includes the libraries' warnings and hooks for hot reload. */
  readonly development?: boolean;
}

/** Builds SystemJS modules for current browsers, in memory. */
export async function systemBuild(options: SystemBuild): Promise<Rollup.RollupOutput['output']> {
  const mode = options.development ? 'development' : 'production';
  const result = await underMode(mode, () => build(configOf(options, mode)));
  return (result as Rollup.RollupOutput).output;
}

/** Overrides NODE_ENV of the environment, which Vite and React would use. */
async function underMode<T>(mode: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = mode;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

function configOf(options: SystemBuild, mode: string): InlineConfig {
  return {
    root: options.root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    base: './',
    mode,
    plugins: options.plugins,
    resolve: { conditions: conditionsFor(options.root, 'browser', mode) },
    ...(options.workers ? workersIn(options.workers) : {}),
    build: {
      write: false,
      target: 'es2022',
      minify: 'esbuild',
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: { ...options.input },
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: options.format ?? 'system',
          entryFileNames: options.names.entry,
          chunkFileNames: options.names.chunk,
          assetFileNames: options.names.asset,
          hashCharacters: 'base36',
          ...(options.manualChunks ? { manualChunks: options.manualChunks } : {}),
        },
      },
    },
  };
}

/** The console serves a plugin's workers at a separate path: `/ui/workers/NAME/VERSION/…`. */
function workersIn(folder: string): InlineConfig {
  const output = { entryFileNames: `${folder}/[name]-[hash].js`, hashCharacters: 'base36' } as const;
  const place = `module.meta.url.replace(/\\/plugins\\/([^/]+\\/[^/]+)\\/.*$/, "/${folder}/$1/")`;
  return {
    worker: { format: 'iife', rollupOptions: { output } },
    experimental: {
      renderBuiltUrl: (file) =>
        file.startsWith(`${folder}/`)
          ? { runtime: `${place} + ${JSON.stringify(file.slice(folder.length + 1))}` }
          : { relative: true },
    },
  };
}
