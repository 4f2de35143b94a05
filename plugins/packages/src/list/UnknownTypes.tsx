import { useText } from '@lading/ui';
import { unknownTypes } from '../types/packageTypes.ts';
import { messages } from './messages.ts';

/** Lists types in the URL that do not exist. */
export function UnknownTypes({ types }: { types: readonly string[] }) {
  const text = useText();
  const unknown = unknownTypes(types);
  if (unknown.length === 0) return null;
  return (
    <p className="ld-soft" role="status">
      {text(messages.unknownTypes, { count: unknown.length, types: unknown.join(', ') })}
    </p>
  );
}
