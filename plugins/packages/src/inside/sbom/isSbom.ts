/**
 * Whether a file is a bill of materials by the names that tools give to theirs, such as
 * `kite-1.0-cyclonedx.json`, `bom.xml`, and `app.spdx.json`.
 */
export function isSbom(name: string): boolean {
  return /(?:^|[./_-])(?:cyclonedx|cdx|spdx|s?bom)(?:\.(?:json|xml|ya?ml|rdf|tag))?$/i.test(name);
}
