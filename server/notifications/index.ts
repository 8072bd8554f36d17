export { createMail, type Mail, type MailMessage } from './mail.ts'
export { verificationMail } from './mail-texts.ts'
