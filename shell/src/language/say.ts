import { formatText, type Message, type TextValues } from '@lading/contract';

/**
 * Returns the text of a message. Passed to pure functions, so that they do not depend on the
 * console.
 */
export type Say = (message: Message, values?: TextValues) => string;

export const sayInEnglish: Say = ({ text }, values) => formatText('en', text, values);
