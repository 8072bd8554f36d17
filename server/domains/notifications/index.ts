export { createDecisionNotices } from './decision-notices.ts'
export { createEmailPreferences, type EmailPreferences } from './email-preferences.ts'
export { createInbox, HAS_UNREAD_REMINDER, type Inbox, type NewNotification } from './inbox.ts'
export { createReminders, type Reminders } from './reminders.ts'
