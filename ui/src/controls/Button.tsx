import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { adoptStyles, useStyles } from '../styles/adoptStyles.ts';
import css from './button.css?inline';

export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /**
   * Use `main` for the one main action of a page, quiet kinds in bars and next to fields, and
   * `danger` to delete or revoke.
   */
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** The label. With `iconOnly`, it is the accessible name and the tooltip. */
  readonly label: string;
  readonly iconOnly?: boolean;
  /** An action is in progress: the button is disabled and shows that. */
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

/** Returns the classes of a link styled as a button, and adds the styles. */
export function buttonClass(kind: ButtonKind, iconOnly = false, more = ''): string {
  adoptStyles(css);
  return `ld-button ld-button--${kind} ${iconOnly ? 'ld-button--icon' : ''} ${more}`.trim();
}
