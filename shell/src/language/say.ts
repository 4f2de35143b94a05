import { formatText, type Message, type TextValues } from '@lading/contract';

/** Gives the text of a message. What decides something takes it, so that it stays free of the console around it. */
export type Say = (message: Message, values?: TextValues) => string;

export const sayInEnglish: Say = ({ text }, values) => formatText('en', text, values);
