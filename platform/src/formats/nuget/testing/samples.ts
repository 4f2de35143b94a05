import { zipOf } from '../../../archives/testing/zipOf.ts';

export interface SamplePackage {
  id: string;
  version: string;
  /** More metadata of the nuspec. */
  more?: string;
  files?: Record<string, string>;
}

export function nuspecText({ id, version, more = '' }: SamplePackage): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata minClientVersion="2.12">
    <id>${id}</id>
    <version>${version}</version>
    <authors>Rosa, Emil</authors>
    <description>What ${id} does</description>
    ${more}
  </metadata>
</package>`;
}

/** Builds a package like `dotnet pack`. */
export function nupkg(sample: SamplePackage): Buffer {
  const { id, files = {} } = sample;
  const all = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<Relationships/>',
    [`${id}.nuspec`]: nuspecText(sample),
    [`lib/net6.0/${id}.dll`]: 'MZ',
    ...files,
  };
  return zipOf(Object.entries(all).map(([path, content]) => ({ path, content })));
}

export const dependencies = `<dependencies>
  <group targetFramework="net6.0"><dependency id="Serilog" version="2.0.0" /><dependency id="Polly" version="[7.0,8.0)" /></group>
  <group targetFramework=".NETStandard2.0"><dependency id="Serilog" version="1.5" /><dependency id="Polly" version="[7.0,8.0)" /></group>
</dependencies>`;
