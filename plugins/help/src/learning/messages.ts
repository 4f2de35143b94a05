import { message } from '@lading/contract';

export const messages = {
  heading: message('help.learning.heading', 'Learning Center'),
  about: message('help.learning.about', 'Introductory guides, in order. Each takes a few minutes.'),
  lesson: message('help.learning.lesson', 'Lesson {number}: {title}'),
};
