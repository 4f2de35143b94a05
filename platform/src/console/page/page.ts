import { createHash } from 'node:crypto';
import type { Look } from '../../instance/DefaultLook.ts';
import type { ConsoleState } from '../ConsoleState.ts';
import { aheadCalls } from './aheadCalls.ts';
import type { MatchedRoute } from './matchRoute.ts';
import { preloadsFor } from './preloads.ts';
import { FRAME_SKELETON, FRAMELESS_SKELETON, lateLine, NO_SCRIPT, SKELETON_STYLE } from './skeleton.ts';

/** Hash of the only inline style of the page, for the content security policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(SKELETON_STYLE).digest('base64')}`;

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Cpath d=%22M2 5l6-3 6 3v6l-6 3-6-3z%22 fill=%22%230f6cbd%22/%3E%3C/svg%3E';

/**
 * Renders the page for a route and the query of its URL. The content does not depend on the user.
 */
export function renderPage(
  state: ConsoleState,
  match: MatchedRoute | undefined,
  query?: string,
  { theme, language }: Look = {},
): string {
  const { build, map } = state;
  const ahead = aheadCalls(match, query);
  const boot = ahead.length > 0 ? { ...state.boot, ahead } : state.boot;
  const preloads = preloadsFor(state, match).map(
    ({ address, integrity }) =>
      `<link rel="preload" as="script" href="${address}" integrity="${integrity}" crossorigin="anonymous">`,
  );
  return `<!doctype html>
<html lang="en"${attribute('default-theme', theme)}${attribute('default-language', language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lading</title>
<link rel="icon" href="${ICON}">
<style>${SKELETON_STYLE}</style>
<script src="${build.boot}" integrity="${build.integrity[build.boot]}" crossorigin="anonymous" defer></script>
${preloads.join('\n')}
<script type="systemjs-importmap">${json(map)}</script>
<script type="application/json" id="lading-boot">${json(boot)}</script>
</head>
<body>
${match?.route.frameless ? FRAMELESS_SKELETON : FRAME_SKELETON}
${lateLine(build.boot)}
${NO_SCRIPT}
</body>
</html>
`;
}

/** Values contain only letters, digits, and hyphens. */
function attribute(name: string, value = ''): string {
  return value === '' ? '' : ` data-${name}="${value}"`;
}

/** Serializes JSON that is safe between script tags. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
