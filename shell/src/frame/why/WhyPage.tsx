import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { OwnWhyPage } from './OwnWhyPage.tsx';
import { UsersWhyPage } from './UsersWhyPage.tsx';

/** Administrators see the view of any user, others their own. */
export const WhyPage = observer(function WhyPage() {
  const { user } = useFrame();
  return user.current?.admin ? <UsersWhyPage /> : <OwnWhyPage />;
});
