import { routeOpener } from '@lading/ui/testing';

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {};

export const openAt = routeOpener('integrations');
