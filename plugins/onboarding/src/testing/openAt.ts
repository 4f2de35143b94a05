import { screenOpener } from '@lading/ui/testing';

export const openAt = screenOpener('onboarding');
