/**
 * `none`: Fluent returns each rule instead of adding a style element, which the page's policy would
 * block.
 */
const INJECTION_NONE = 0;

interface FabricConfig {
  readonly fontBaseUrl: string;
  readonly iconBaseUrl: string;
  readonly mergeStyles: { readonly injectionMode: number; readonly onInsertRule: (rule: string) => void };
}

/**
 * Call before Fluent loads: disables external fonts and icons, and adds its rules to a stylesheet
 * that the policy allows.
 */
export function configureFluent(page: Document & { defaultView: unknown }): void {
  const sheet = new CSSStyleSheet();
  page.adoptedStyleSheets = [...(page.adoptedStyleSheets ?? []), sheet];
  const config: FabricConfig = {
    fontBaseUrl: '',
    iconBaseUrl: '',
    mergeStyles: {
      injectionMode: INJECTION_NONE,
      onInsertRule: (rule) => {
        try {
          sheet.insertRule(rule, sheet.cssRules.length);
        } catch {
          // The rule has another browser's vendor selector, which this browser would ignore in a
          // style element as well.
        }
      },
    },
  };
  Object.assign(page.defaultView as object, { FabricConfig: config });
}
