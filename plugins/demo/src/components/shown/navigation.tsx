import { Button, Dialog, Tabs, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, NameField, useFields } from '@lading/ui/edit';
import { Tour, type TourStep } from '@lading/ui/tour';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Example, Row } from '../Example.tsx';
import { messages } from '../messages.ts';

const TABS = ['versions', 'files', 'readme'] as const;

function TabBar() {
  const text = useText();
  const { pathname } = useLocation();
  const asked = useSearchParams()[0].get('tab');
  const selected = TABS.find((tab) => tab === asked) ?? 'versions';
  return (
    <Tabs
      label={text(messages.tabs)}
      tabs={TABS.map((key) => ({
        key,
        label: text(messages[key]),
        ...(key === 'versions' ? { count: '12' } : {}),
      }))}
      selected={selected}
      to={(tab) => `${pathname}?tab=${tab}`}
    >
      <p>{text(messages.tabPanel, { tab: text(messages[selected]) })}</p>
    </Tabs>
  );
}

function Dialogs() {
  const text = useText();
  const { modals, notifications } = useShell();
  const [open, setOpen] = useState(false);
  const confirm = async () => {
    const agreed = await modals.confirm({
      title: text(messages.confirmTitle),
      text: text(messages.confirmText),
      verb: text(messages.danger),
      danger: true,
    });
    if (agreed) notifications.success(text(messages.deletedOne));
  };
  return (
    <Row>
      <Button label={text(messages.openDialog)} onClick={() => setOpen(true)} />
      <Button kind="danger" label={text(messages.openConfirmation)} onClick={() => void confirm()} />
      {open && <RenameDialog onClose={() => setOpen(false)} />}
    </Row>
  );
}

const RenameDialog = observer(function RenameDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<{ readonly name: string }>(
        { name: 'left-pad' },
        {
          check: ({ name }) => (name === '' ? { name: { message: messages.nameError } } : {}),
          save: async () => {},
        },
      ),
  );
  const field = useFields(store);
  return (
    <Dialog title={text(messages.dialogTitle)} onCancel={onClose}>
      <EditForm store={store} saved={text(messages.formSaved)} onSaved={onClose} cancel={onClose} inDialog>
        <NameField {...field('name', text(messages.name))} />
      </EditForm>
    </Dialog>
  );
});

function Notices() {
  const text = useText();
  const { notifications } = useShell();
  const undo = {
    verb: text(messages.undo),
    act: () => notifications.info(text(messages.undone)),
  };
  return (
    <Row>
      <Button
        label={text(messages.successNotice)}
        onClick={() => notifications.success(text(messages.formSaved))}
      />
      <Button label={text(messages.infoNotice)} onClick={() => notifications.info(text(messages.retried))} />
      <Button
        label={text(messages.warningNotice)}
        onClick={() => notifications.warning(text(messages.deprecatedTitle))}
      />
      <Button
        label={text(messages.errorNotice)}
        onClick={() => notifications.error(text(messages.serverWords))}
      />
      <Button
        label={text(messages.undoNotice)}
        onClick={() => notifications.success(text(messages.deletedOne), undo)}
      />
    </Row>
  );
}

function TourButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  const steps: readonly TourStep[] = [
    { title: text(messages.tourFirst), text: text(messages.tourFirstText) },
    { title: text(messages.tourSecond), text: text(messages.tourSecondText), target: '[data-demo="tour"]' },
  ];
  return (
    <div>
      <Button data-demo="tour" label={text(messages.startTour)} onClick={() => setOpen(true)} />
      {open && <Tour name={text(messages.tour)} steps={steps} onClose={() => setOpen(false)} />}
    </div>
  );
}

export const navigation: readonly Example[] = [
  { names: ['Tabs'], from: '@lading/ui', about: messages.tabsAbout, Show: TabBar },
  { names: ['Dialog'], from: '@lading/ui', about: messages.dialogAbout, Show: Dialogs },
  { names: ['useShell'], from: '@lading/ui', about: messages.noticeAbout, Show: Notices },
  { names: ['Tour'], from: '@lading/ui/tour', Show: TourButton },
];
