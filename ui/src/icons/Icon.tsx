import type { OwnIcon } from '@lading/contract';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './icon.css?inline';
import { ICONS, type IconName } from './icons.ts';

/**
 * A registered icon or one of a plugin, 20 px high by default. Decorative: it has no accessible
 * name.
 */
export function Icon(props: {
  name: IconName | (string & {}) | OwnIcon;
  size?: 16 | 20 | 24 | 48;
  className?: string;
}) {
  useStyles(css);
  const { name, size = 20, className = '' } = props;
  const own = typeof name === 'object' ? name : undefined;
  const side = own?.size ?? 20;
  return (
    <svg
      className={`ld-icon ${className}`}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      aria-hidden="true"
    >
      {(own?.paths ?? pathsOf(`${name}`)).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const known = new Map<string, string[]>();

/** Extracts the paths from an icon's file, because the page's policy forbids parsing markup. */
function pathsOf(name: string): string[] {
  const found = known.get(name);
  if (found) return found;
  const svg = (ICONS as Readonly<Record<string, string | undefined>>)[name] ?? ICONS.plug;
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, path = '']) => path);
  known.set(name, paths);
  return paths;
}
