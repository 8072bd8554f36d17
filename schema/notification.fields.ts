import { EXAMPLE, responseModel } from './described-model.ts'
import { notification } from './notification.ts'

export const notificationModel = responseModel('Notification', notification, {
  description:
    'A notification of the caller. Also the data of the event `notification`: new, renewed, or read by now.',
  fields: {
    userId: 'The id of the member it is for.',
    kind: 'What it is about.',
    body: 'The text.',
    created: 'When it was created or renewed.',
    read: 'Whether the caller has read it.',
    path: 'The path of the page in the app that it leads to.',
    userData: 'Not used: always null.',
    image: 'Not used: always null.',
    candidateId: 'The id of the member it is about.',
    conversationId: 'The id of the conversation it is about.',
  },
  example: {
    id: EXAMPLE.other,
    userId: EXAMPLE.asha,
    kind: 'missed_messages',
    heading: 'Ben who hikes wrote to you',
    body: 'You have 2 unread messages.',
    created: EXAMPLE.time,
    read: false,
    path: null,
    userData: null,
    image: null,
    candidateId: EXAMPLE.ben,
    conversationId: EXAMPLE.conversation,
  },
})
