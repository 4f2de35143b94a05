/** Data that the server writes into the document of an untrusted plugin. */
interface FrameDocument {
  /** `/ui/` */
  readonly base: string;
  /** Below this path, only files with a known hash are loaded. */
  readonly guarded: string;
  readonly entry: string;
  /** URL of each file of the plugin, and its hash. */
  readonly files: Readonly<Record<string, string>>;
  /** NAME of the plugin. */
  readonly plugin: string;
}

export function readFrame(page: Document): FrameDocument {
  const text = page.getElementById('lading-frame')?.textContent;
  if (!text) throw new Error('The document has no element "lading-frame"');
  return JSON.parse(text) as FrameDocument;
}
