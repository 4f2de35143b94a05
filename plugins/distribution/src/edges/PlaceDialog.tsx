import type { EdgePlace, PairedEdge } from '@lading/contract/rest';
import { Dialog, TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from '../pdn/messages.ts';
import { placeEdge } from '../pdn/pdnApi.ts';

interface Props {
  readonly edge: PairedEdge;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Edits the group, city, and country of an edge. */
export const PlaceDialog = observer(function PlaceDialog({ edge, onClose, onSaved }: Props) {
  const { http } = useShell();
  const text = useText();
  const { id, name, group, city, country } = edge;
  const [store] = useState(
    () =>
      new FormStore<EdgePlace, PairedEdge>(
        { group, city, country },
        {
          check: (values) =>
            /^([A-Z]{2})?$/.test(codeOf(values)) ? {} : { country: { message: messages.badCountry } },
          save: (values) => placeEdge(http, id, { ...values, country: codeOf(values) }),
        },
      ),
  );
  const field = useFields(store);
  return (
    <Dialog title={text(messages.editPlaceOf, { name })} onCancel={onClose}>
      <EditForm
        store={store}
        verb={text(messages.save)}
        saved={text(messages.placed)}
        onSaved={onSaved}
        cancel={onClose}
        inDialog
      >
        <p className="ld-soft">{text(messages.placeAbout)}</p>
        <TextField {...field('group', text(messages.group))} maxLength={64} help={text(messages.groupHelp)} />
        <TextField {...field('city', text(messages.city))} maxLength={100} />
        <TextField
          {...field('country', text(messages.country))}
          maxLength={2}
          help={text(messages.countryHelp)}
        />
      </EditForm>
    </Dialog>
  );
});

function codeOf({ country }: EdgePlace): string {
  return country.trim().toUpperCase();
}
