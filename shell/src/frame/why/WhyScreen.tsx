import { Lazy, useText } from '@lading/ui';
import { messages } from '../../why/messages.ts';

const load = () => import('./WhyPage.tsx').then(({ WhyPage }) => WhyPage);
const NONE = {};

/** Loads the page on demand. */
export function WhyScreen() {
  const text = useText();
  return <Lazy load={load} props={NONE} failure={text(messages.notLoaded)} />;
}
