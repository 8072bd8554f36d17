export { createEmailPreferences, type EmailPreferences } from './email-preferences.ts'
export { createInbox, type Inbox, type Note, TOLD_OF_MISSED } from './inbox.ts'
export { createNotices } from './notices.ts'
export { createReminders, type Reminders } from './reminders.ts'
