import type { ConsoleBuild } from '../consoleBuild.ts';
import type { Plugin } from '../plugins/Plugin.ts';

/**
 * Renders the document that an untrusted plugin runs in: the shared modules, its own files, and no
 * data of a user. Returns `undefined` if the build has no frames.
 */
export function renderFrame(
  { frames, imports, integrity }: ConsoleBuild,
  { manifest }: Plugin,
): string | undefined {
  if (!frames) return undefined;
  const folder = `/ui/frames/${manifest.name}/${manifest.version}/`;
  const map = {
    imports: { ...imports, '@lading/shell/framed': frames.runtime },
    integrity: { ...integrity, ...frames.integrity },
  };
  const boot = {
    ...{ base: '/ui/', guarded: folder, entry: folder + manifest.entry, plugin: manifest.name },
    files: Object.fromEntries(manifest.files.map(({ path, integrity: hash }) => [folder + path, hash])),
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${manifest.name}</title>
<script src="${frames.boot}" integrity="${frames.integrity[frames.boot]}" crossorigin="anonymous" defer></script>
<script type="systemjs-importmap">${json(map)}</script>
<script type="application/json" id="lading-frame">${json(boot)}</script>
</head>
<body></body>
</html>
`;
}

/** Serializes JSON that is safe between script tags. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
