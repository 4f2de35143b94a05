// A file of its own, so that the library is read when the first mail is sent.
export { createTransport } from 'nodemailer';
