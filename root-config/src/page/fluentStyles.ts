/** `none`: Fluent hands each rule over and adds no style element, which the page's policy would refuse. */
const INJECTION_NONE = 0;

interface FabricConfig {
  readonly fontBaseUrl: string;
  readonly iconBaseUrl: string;
  readonly mergeStyles: { readonly injectionMode: number; readonly onInsertRule: (rule: string) => void };
}

/** Before Fluent loads: no fonts or icons from elsewhere, and its rules into a stylesheet that the policy allows. */
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
          // A rule for another browser's own selector: this browser would skip it in a style element as well.
        }
      },
    },
  };
  Object.assign(page.defaultView as object, { FabricConfig: config });
}
