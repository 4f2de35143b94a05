// Files that the build of the console puts into modules as text.
declare module '*.css?inline' {
  const css: string;
  export default css;
}

declare module '*.svg?raw' {
  const svg: string;
  export default svg;
}

declare module '*.md?raw' {
  const text: string;
  export default text;
}

declare module '*/examples.ts?raw' {
  const source: string;
  export default source;
}
