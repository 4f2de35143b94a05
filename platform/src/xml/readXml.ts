import sax from 'sax';
import { HttpError } from '../errors/HttpError.ts';

/** An element and its direct content. Names have no namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text directly in the element, without the text of its children; not trimmed. */
  text: string;
}

export interface XmlLimits {
  /** Maximum number of characters. */
  size: number;
  elements: number;
  depth: number;
}

const usual: XmlLimits = { size: 8 * 1024 * 1024, elements: 200_000, depth: 100 };

/**
 * Reads an untrusted document. DOCTYPE declarations are rejected, so the only entities are the five
 * of XML and the named characters of HTML: nothing is expanded or fetched. Throws `HttpError` 400;
 * `what` names the document in the message.
 */
export function readXml(content: string, what: string, limits: XmlLimits = usual): XmlElement {
  const bad = (why: string) => new HttpError(400, 'BAD_XML', `Invalid ${what}: ${why}`);
  if (content.length > limits.size) throw bad(`it is longer than ${limits.size} characters`);
  const parser = sax.parser(true, { position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  parser.onerror = (error) => {
    throw bad(firstLine(error.message));
  };
  parser.ondoctype = () => {
    throw bad('it contains a DOCTYPE, which is not allowed');
  };
  parser.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (elements > limits.elements) throw bad(`it has more than ${limits.elements} elements`);
    if (open.length >= limits.depth)
      throw bad(`its elements are nested more than ${limits.depth} levels deep`);
    const element: XmlElement = {
      name: localName(name),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else if (root) throw bad('it has a second root element');
    else root = element;
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop();
  };
  const add = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.write(content.replace(/^\uFEFF/, '')).close();
  if (!root) throw bad('it has no element');
  return root;
}

/** The first child with this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All children with this name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first child with this name; undefined if it is missing or empty. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim() || undefined;
}

/** Escapes text for a document and removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function firstLine(message: string): string {
  const [line = '', at = ''] = message.split('\n');
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}${at ? `, in ${at.toLowerCase().replace(/: /, ' ')}` : ''}`;
}
