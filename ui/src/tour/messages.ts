import { message } from '@lading/contract';

export const messages = {
  progress: message('ui.tour.progress', '{number} of {count}'),
  back: message('ui.tour.back', 'Back'),
  next: message('ui.tour.next', 'Next'),
  done: message('ui.tour.done', 'Done'),
  close: message('ui.tour.close', 'Close the tour'),
} as const;
