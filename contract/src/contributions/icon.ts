/**
 * An icon of a plugin: the paths of an SVG image, filled with the color of the text. See `svgIcon`
 * of `@lading/contract/icons`.
 */
export interface OwnIcon {
  /** Width and height of its coordinates; 20 by default. */
  readonly size?: number;
  /** The `d` attributes of its paths: up to 16, of up to 4,096 characters each. */
  readonly paths: readonly string[];
}

/** Name of an icon of the console, or an icon of the plugin. */
export type ContributionIcon = string | OwnIcon;
