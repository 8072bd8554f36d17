/** The files of a data export, by the groups in which the privacy centre lists what an export contains. */
export const EXPORT_CONTENTS = {
  profile: ['profile.json'],
  logins: ['sessions.json', 'sign-ins.json', 'two-step-login.json', 'passkeys.json'],
  chats: ['conversations.json', 'conversations-started.json', 'held-messages.json'],
  kept: ['kept.json', 'keep-wishes.json'],
  people: ['blocks.json', 'knocks.json', 'knock-refusals.json', 'reports-made.json', 'visits.json'],
  notifications: [
    'notifications.json',
    'push-devices.json',
    'push-preferences.json',
    'interest-bells.json',
    'evenings.json',
  ],
  payments: ['payments.json', 'premium.json'],
  decisions: ['moderation.json', 'strikes.json', 'appeals.json'],
  launchList: ['launch-list.json'],
} as const

export type ExportGroup = keyof typeof EXPORT_CONTENTS
export type ExportFileName = (typeof EXPORT_CONTENTS)[ExportGroup][number]
