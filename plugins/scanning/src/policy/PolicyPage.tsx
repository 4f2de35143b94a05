import { useShell, useStyles, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { Link } from 'react-router-dom';
import { VIOLATIONS } from '../paths.ts';
import css from '../scanning.css?inline';
import { fetchPolicy } from '../scanningApi.ts';
import { messages } from './messages.ts';
import { PolicyForm } from './PolicyForm.tsx';

/** The licenses and vulnerabilities that are allowed. */
export function PolicyPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const about = (
    <>
      <p className="scanning-about ld-soft">{text(messages.about)}</p>
      <p className="scanning-about">
        <Link to={VIOLATIONS}>{text(messages.violations)}</Link>
      </p>
    </>
  );
  return (
    <EditPage
      heading={text(messages.title)}
      about={about}
      fetch={(signal) => fetchPolicy(http, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) => loaded && <PolicyForm loaded={loaded} />}
    </EditPage>
  );
}
