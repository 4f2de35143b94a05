import { Button, Skeleton, useShell, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import type { PluginsStore } from './PluginsStore.ts';
import { endCanary } from './pluginsApi.ts';

/** Shows the release sets that pages are built from. */
export const PluginsStatus = observer(function PluginsStatus({ store }: { readonly store: PluginsStore }) {
  const text = useText();
  const { overview } = store;
  if (!overview) return store.failed ? null : <LoadingStatus />;
  const { active, file, problem, canary } = overview;
  const groups = canary?.groups.join(', ') ?? '';
  const who = [
    groups !== '' && text(messages.canaryGroups, { groups }),
    canary && canary.percent > 0 && text(messages.canaryShare, { percent: canary.percent }),
  ].filter(Boolean);
  return (
    <Facts
      facts={[
        [
          text(messages.active),
          active
            ? text(messages.activeOf, { number: active.number, user: active.createdBy })
            : text(messages.noActive),
        ],
        [text(messages.problem), problem],
        [
          text(messages.canary),
          canary && (
            <span className="admin-plugins__cell">
              {text(messages.canaryOf, { number: canary.release.number, who: who.join(', ') })}
              <CanaryButtons store={store} number={canary.release.number} />
            </span>
          ),
        ],
        [text(messages.file), file.present && text(messages.fileOverrides, { path: file.path })],
      ]}
    />
  );
});

/** As high as the status of a new installation, so that the list stays where it is. */
function LoadingStatus() {
  const text = useText();
  const reserved = (
    <span className="admin-plugins__reserved">
      <span aria-hidden="true">{text(messages.noActive)}</span>
      <Skeleton width="40%" />
    </span>
  );
  return (
    <div aria-busy="true">
      <Facts facts={[[text(messages.active), reserved]]} />
    </div>
  );
}

function CanaryButtons({ store, number }: { readonly store: PluginsStore; readonly number: number }) {
  const text = useText();
  const { http, modals, notifications } = useShell();
  const end = async (how: 'promote' | 'stop') => {
    const promotes = how === 'promote';
    const agreed = await modals.confirm({
      title: text(promotes ? messages.promoteTitle : messages.stopTitle, { number }),
      text: text(promotes ? messages.promoteText : messages.stopText),
      verb: text(messages[how]),
    });
    if (!agreed) return;
    try {
      await endCanary(http, how);
      notifications.success(text(promotes ? messages.installed : messages.ended, { number }));
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notDone, { cause }));
    }
    store.reload();
  };
  return (
    <>
      <Button label={text(messages.promote)} onClick={() => void end('promote')} />
      <Button label={text(messages.stop)} onClick={() => void end('stop')} />
    </>
  );
}
