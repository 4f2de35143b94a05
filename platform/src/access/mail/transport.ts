// A separate module, so that the library is loaded with the first email.
export { createTransport } from 'nodemailer';
