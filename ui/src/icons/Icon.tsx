import { useStyles } from '../styles/adoptStyles.ts';
import css from './icon.css?inline';
import { ICONS, type IconName } from './icons.ts';

/** One of the registered icons, as high as 20 px unless `size` says otherwise. It means nothing by itself. */
export function Icon(props: {
  name: IconName | (string & {});
  size?: 16 | 20 | 24 | 48;
  className?: string;
}) {
  useStyles(css);
  const { name, size = 20, className = '' } = props;
  return (
    <svg className={`ld-icon ${className}`} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {pathsOf(name).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const known = new Map<string, string[]>();

/** An icon's file is text: its shapes are taken out of it, because the page's policy forbids to parse markup. */
function pathsOf(name: string): string[] {
  const found = known.get(name);
  if (found) return found;
  const svg = (ICONS as Readonly<Record<string, string | undefined>>)[name] ?? ICONS.plug;
  const paths = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, path = '']) => path);
  known.set(name, paths);
  return paths;
}
