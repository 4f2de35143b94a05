/**
 * What stands on the screen before any script has run: the frame's lines where the frame will be, or nothing but the
 * background where a page has no frame. Colours are those of the theme, light and dark.
 */
export const SKELETON_STYLE = `
:root{color-scheme:light dark;--page:#fff;--line:#e1e1e1;--bone:#f0f0f0}
@media(prefers-color-scheme:dark){:root{--page:#1b1a19;--line:#3b3a39;--bone:#292827}}
html,body,#lading-frame{height:100%;margin:0}
body{background:var(--page);font:14px/20px system-ui,sans-serif}
.lading-bones{display:grid;grid:48px 1fr/240px 1fr;height:100%}
.lading-bones>*{box-sizing:border-box;padding:14px 16px}
.lading-bones header{grid-column:1/3;border-bottom:1px solid var(--line)}
.lading-bones nav{border-right:1px solid var(--line)}
.lading-bones i{display:block;height:20px;width:60%;margin:0 0 16px;border-radius:4px;background:var(--bone)}
.lading-bones header i{width:96px;margin:0}
.lading-bones main i:first-child{width:180px;height:24px}
@media(max-width:767px){.lading-bones{grid-template-columns:1fr}.lading-bones header{grid-column:1}.lading-bones nav{display:none}}
`;

export const FRAME_SKELETON =
  '<div class="lading-bones" aria-hidden="true"><header><i></i></header><nav><i></i><i></i><i></i></nav>' +
  '<main><i></i><i></i><i></i><i></i></main></div>';

export const NO_SCRIPT =
  '<noscript>Lading is a program in the browser: allow JavaScript for this address to use it.</noscript>';
