import { useText } from '@lading/ui';
import { useParams } from 'react-router-dom';
import { Members } from '../members/MembersPage.tsx';
import { messages } from './messages.ts';
import { PROJECTS, projectPath } from './paths.ts';

/** Lists the members of any project, for administrators of the platform. */
export function ProjectMembersPage() {
  const { key = '' } = useParams();
  const text = useText();
  return (
    <Members
      key={key}
      project={key}
      heading={text(messages.membersOf, { name: key })}
      above={[
        { label: text(messages.title), to: PROJECTS },
        { label: key, to: projectPath(key) },
      ]}
    />
  );
}
