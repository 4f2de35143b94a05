import { THEMES, type ThemeName, useText } from '@lading/ui';
import { contrast } from '../contrast.ts';
import { messages } from '../messages.ts';

type Token = keyof (typeof THEMES)['light'];

/** Background of a color, unless it is the page. */
const GROUNDS: Partial<Record<Token, Token>> = {
  'on-accent': 'accent',
  error: 'error-bg',
  warning: 'warning-bg',
  success: 'success-bg',
  'text-disabled': 'bg-disabled',
};
/** Colors of surfaces: what matters is the contrast of the text on them. */
const SURFACE = /^(?:bg|.*-bg|skeleton)/;
/** Only separates or decorates: no contrast is required. */
const DECORATION = new Set<Token>(['line', 'skeleton']);
const THEME_LABELS = {
  light: messages.lightTheme,
  dark: messages.darkTheme,
  contrast: messages.contrastTheme,
} as const;
const NAMES = Object.keys(THEME_LABELS) as ThemeName[];
const TOKENS = Object.entries(THEMES.light)
  .filter(([, value]) => value.startsWith('#'))
  .map(([token]) => token as Token);

/** Every color in the three themes, with the contrast that it has where it is used. */
export function Colors() {
  const text = useText();
  return (
    // biome-ignore-start lint/a11y: a group that the keyboard scrolls on a phone; its heading names a region already
    <div className="demo-scroll" role="group" aria-label={text(messages.colors)} tabIndex={0}>
      <table className="demo-colors">
        <thead>
          <tr>
            <th scope="col">{text(messages.property)}</th>
            {NAMES.map((name) => (
              <th key={name} scope="col">
                {text(THEME_LABELS[name])}
              </th>
            ))}
            <th scope="col">{text(messages.contrastOn)}</th>
          </tr>
        </thead>
        <tbody>
          {TOKENS.map((token) => (
            <ColorRow key={token} token={token} />
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y: see above
  );
}

const propertyOf = (token: Token) => `--ld-${token}`;

function ColorRow({ token }: { token: Token }) {
  const isSurface = SURFACE.test(token);
  const other = isSurface ? 'text' : (GROUNDS[token] ?? 'bg');
  return (
    <tr>
      <th scope="row">
        <code>{propertyOf(token)}</code>
      </th>
      {NAMES.map((name) => {
        const color = THEMES[name][token];
        return (
          <td key={name}>
            <span className="demo-swatch" style={{ background: color }} />
            <code>{color}</code>{' '}
            {!DECORATION.has(token) && (
              <span className="ld-soft ld-numbers">{`${contrast(color, THEMES[name][other])}:1`}</span>
            )}
          </td>
        );
      })}
      <td>{DECORATION.has(token) ? '–' : <code>{propertyOf(other)}</code>}</td>
    </tr>
  );
}
