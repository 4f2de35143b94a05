import { build, type PluginOption, type Rollup } from 'vite';

export interface SystemBuild {
  readonly root: string;
  readonly input: Readonly<Record<string, string>>;
  readonly plugins: PluginOption[];
  /** Names of files below the build's folder; `[hash]` where they may be kept for ever. */
  readonly names: { readonly entry: string; readonly chunk: string; readonly asset: string };
  readonly manualChunks?: Rollup.ManualChunksOption;
  readonly format?: 'system' | 'iife';
  readonly alias?: { find: string | RegExp; replacement: string }[];
}

/** Builds SystemJS modules for today's browsers, in memory. */
export async function systemBuild(options: SystemBuild): Promise<Rollup.RollupOutput['output']> {
  const result = await build({
    root: options.root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    base: './',
    mode: 'production',
    plugins: options.plugins,
    resolve: {
      conditions: ['@lading/source', 'module', 'browser', 'production'],
      alias: options.alias ?? [],
    },
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
  });
  return (result as Rollup.RollupOutput).output;
}
