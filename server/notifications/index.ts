export { createAccountMails } from './account-mails.ts'
export { createBillingMails } from './billing-mails.ts'
export { createLaunchMail } from './launch-mail.ts'
export { createMail, type Mail, type MailMessage } from './mail.ts'
