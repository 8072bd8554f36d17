import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { declineKnock, knock, knockEvent, knockList } from './knocks.ts'
import { LIMITS } from './limits.ts'

export const knockModel = responseModel('Knock', knock, {
  description: 'A member who would like to talk with the caller.',
  fields: {
    userId: 'The id of the member who asks.',
    displayName: 'The display name of the member who asks.',
    age: 'The age in years.',
    gender: 'The gender of the member who asks.',
    sharedInterests: 'The interests that both members have.',
    again: 'Whether the two have talked before.',
    created: 'When the member asked.',
    expires: `When it expires: ${LIMITS.knockHours} hours later.`,
  },
  example: {
    id: EXAMPLE.other,
    userId: EXAMPLE.ben,
    displayName: 'Ben who hikes',
    age: 34,
    gender: 'Male',
    sharedInterests: ['Jazz'],
    again: true,
    created: EXAMPLE.time,
    expires: '2026-03-19T09:30:00.000Z',
  },
})

export const knockListModel = responseModel('KnockList', knockList, {
  description: 'The knocks that wait for the caller.',
  fields: { elements: `The knocks, the newest first, at most ${LIMITS.waitingKnocks}.` },
  example: { elements: [knockModel.example] },
})

export const knockEventModel = responseModel('KnockEvent', knockEvent, {
  description: 'A knock arrived, or ended before it expired.',
  fields: { ...knockModel.fields, waiting: 'Whether it waits for an answer. False when it ended.' },
  example: { ...knockModel.example, waiting: true },
})

export const declineKnockModel = requestModel('DeclineKnockRequest', declineKnock, {
  description: 'How to decline.',
  fields: { forever: 'Whether knocks of this member are never shown again, until the caller allows them.' },
  example: { forever: false },
})
