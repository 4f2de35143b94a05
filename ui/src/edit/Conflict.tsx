import { createContext, useContext } from 'react';
import { Button, buttonClass } from '../controls/Button.tsx';
import { useText } from '../language/useText.ts';
import { messages } from './messages.ts';

/** Loads the object of a form again, with a new form. */
export const ReloadContext = createContext<(() => void) | undefined>(undefined);

/** Actions below a failure of a form whose object was changed by another administrator. */
export function Conflict() {
  const text = useText();
  const reload = useContext(ReloadContext);
  return (
    <div className="ld-form__conflict">
      <a className={buttonClass('plain')} href={window.location.href} target="_blank" rel="noreferrer">
        {text(messages.compare)}
      </a>
      {reload && <Button label={text(messages.reload)} onClick={reload} />}
    </div>
  );
}
