import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './button.css?inline';

export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The one main action of a page is filled, quiet ones are in bars and next to fields, and `danger` deletes or revokes. */
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** The button's word. With `iconOnly` it is its name and its tooltip. */
  readonly label: string;
  readonly iconOnly?: boolean;
  /** Something is under way: it cannot be pressed again, and says so. */
  readonly busy?: boolean;
}

export function Button(props: ButtonProps) {
  useStyles(css);
  const { kind = 'plain', icon, label, iconOnly, busy, className, disabled, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(kind, iconOnly, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      aria-label={iconOnly ? label : rest['aria-label']}
      title={iconOnly ? label : rest.title}
    >
      {busy ? <span className="ld-spinner" /> : icon && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
    </button>
  );
}

/** For a link that looks like a button. */
export function buttonClass(kind: ButtonKind, iconOnly = false, more = ''): string {
  return `ld-button ld-button--${kind} ${iconOnly ? 'ld-button--icon' : ''} ${more}`.trim();
}
