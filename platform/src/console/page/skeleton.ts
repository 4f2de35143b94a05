/** How long the page waits before it reports that its scripts are late. */
const LATE_SECONDS = 10;

/**
 * Styles of the page before any script has run: the outlines of the frame, or only the background
 * for pages without a frame. Positions match those of the shell, so that nothing shifts when it
 * loads. Colors match the light and dark themes.
 */
export const SKELETON_STYLE = `
:root{color-scheme:light dark;--page:#fff;--side:#f6f7f8;--line:#e1e4e8;--bone:#e8ebee}
@media(prefers-color-scheme:dark){:root{--page:#15191d;--side:#1b2025;--line:#2e353d;--bone:#272e35}}
html,body{height:100%;margin:0}
body{background:var(--page);font:14px/20px system-ui,sans-serif}
#lading-frame{display:grid;grid:"head head" 48px "side main" minmax(0,1fr)/auto minmax(0,1fr);height:100dvh}
#lading-frame[data-frame=none]{grid:"main" minmax(0,1fr)/minmax(0,1fr)}
#lading-chrome{display:contents}
#lading-content{grid-area:main;min-width:0;position:relative}
.lading-bones{box-sizing:border-box;padding:14px 16px}
.lading-bones i{display:block;height:20px;width:60%;margin:0 0 16px;border-radius:4px;background:var(--bone)}
.lading-bones i:first-child{width:180px}
header.lading-bones{grid-area:head;border-bottom:1px solid var(--line)}
header.lading-bones i:first-child{width:96px;margin:0}
main>.lading-bones{position:absolute;inset:0 0 auto}
nav.lading-bones{grid-area:side;width:240px;border-right:1px solid var(--line);background:var(--side)}
@media(max-width:767px){nav.lading-bones{display:none}}
#lading-frame>.lading-panel{grid-area:main;max-width:640px;padding:24px}
.lading-panel h1{margin:0;font-size:20px;line-height:28px}
.lading-panel p{margin:8px 0 16px;overflow-wrap:anywhere}
.lading-panel button{min-height:32px;padding:5px 12px;font:inherit}
#lading-late{visibility:hidden;animation:lading-late 0s ${LATE_SECONDS}s forwards;position:fixed;inset:auto 0 0;margin:0;padding:14px 16px;text-align:center;background:var(--side);border-top:1px solid var(--line)}
@keyframes lading-late{to{visibility:visible}}
@media(scripting:none){#lading-late{display:none}}
`;

const bones = (count: number): string => '<i></i>'.repeat(count);

export const FRAME_SKELETON =
  '<div id="lading-frame" data-frame="full">' +
  `<div id="lading-chrome"><header class="lading-bones" aria-hidden="true">${bones(1)}</header>` +
  `<nav class="lading-bones" aria-hidden="true">${bones(3)}</nav></div>` +
  `<main id="lading-content" tabindex="-1"><div class="lading-bones" data-skeleton aria-hidden="true">${bones(4)}</div></main>` +
  '</div>';

export const FRAMELESS_SKELETON =
  '<div id="lading-frame" data-frame="none"><div id="lading-chrome"></div>' +
  '<main id="lading-content" tabindex="-1"></main></div>';

/**
 * Renders the message about late scripts. The console's first script removes it. If that script
 * fails to load, nothing else can report the problem.
 */
export const lateLine = (script: string): string =>
  `<p id="lading-late">The console has not started: failed to load ${script} or its dependencies. <a href="">Reload</a></p>`;

export const NO_SCRIPT = '<noscript>Lading requires JavaScript. Allow JavaScript for this site.</noscript>';
