import { formatText, type Message, type Place, type Texts, type TextValues } from '@lading/contract';
import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Facts } from '../menu/facts.ts';
import type { FrameLook, FrameState, PartProps } from './protocol.ts';

/** State that the page has sent to the frame. Observable. */
export class FramedState {
  state: FrameState;
  look: FrameLook;
  /** The plugin's own texts in the language that is shown. */
  ownTexts: Texts = {};
  /** Of the part that the frame shows. */
  props: PartProps;
  readonly #listeners = new Set<(place: Place) => void>();

  constructor(state: FrameState, look: FrameLook, props: PartProps = {}) {
    this.state = state;
    this.look = look;
    this.props = props;
    makeObservable(this, {
      state: observableRef,
      look: observableRef,
      ownTexts: observableRef,
      props: observableRef,
    });
  }

  take(state: FrameState): void {
    const moved = state.place.key !== this.state.place.key;
    runInAction(() => {
      // The same object until the place changes: React compares it.
      this.state = moved ? state : { ...state, place: this.state.place };
    });
    if (moved) for (const listener of this.#listeners) listener(this.state.place);
  }

  takeLook(look: FrameLook): void {
    runInAction(() => {
      this.look = look;
    });
  }

  takeProps(props: PartProps): void {
    runInAction(() => {
      this.props = props;
    });
  }

  listen(listener: (place: Place) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  text({ id, text }: Message, values?: TextValues): string {
    const { tag, texts } = this.look;
    const own = texts[id] ?? this.ownTexts[id];
    return own === undefined ? formatText('en', text, values) : formatText(tag, own, values);
  }

  /** For requirements. */
  get facts(): Facts {
    const { role, license, features, services, entitlements, scanning, cloud, project } = this.state;
    return {
      ...{ role, license, cloud, project },
      supported: (feature) => features.includes(feature),
      available: (service) => services.some(([name]) => name === service),
      entitled: (name) => entitlements.includes(name),
      permits: (name) => scanning.includes(name),
    };
  }
}
