import { zipOf } from '../../../archives/testing/zipOf.ts';

export interface SampleModule {
  module: string;
  version: string;
  /** Paths below the module's directory. A go.mod is generated unless `goMod` is set. */
  files?: Record<string, string>;
  goMod?: string | null;
}

/** Builds a version's archive like the client does. */
export function moduleZip({
  module,
  version,
  files = { 'doc.go': 'package doc\n' },
  goMod = `module ${module}\n\ngo 1.19\n`,
}: SampleModule): Buffer {
  const all = { ...(goMod === null ? {} : { 'go.mod': goMod }), ...files };
  return zipOf(
    Object.entries(all).map(([path, content]) => ({ path: `${module}@${version}/${path}`, content })),
  );
}

export const mit = `MIT License

Copyright (c) 2026 Example Authors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software. The above copyright notice
and this permission notice shall be included in all copies. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.
`;
