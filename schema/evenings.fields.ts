import { EXAMPLE, responseModel } from './described-model.ts'
import { evening, eveningList } from './evenings.ts'
import { LIMITS } from './limits.ts'

export const eveningModel = responseModel('Evening', evening, {
  description:
    'Hours in which members search for partners within a topic. It is a topic for pairs, never a room.',
  fields: {
    topic: 'The topic: one interest.',
    startsAt: 'When it begins.',
    endsAt: 'When it ends.',
    wantsReminder: 'Whether the caller is reminded ten minutes before it begins.',
    cancelled: 'Whether it was cancelled. Only members who wanted a reminder still see a cancelled evening.',
  },
  example: {
    id: EXAMPLE.other,
    topic: 'Jazz',
    startsAt: EXAMPLE.time,
    endsAt: EXAMPLE.time,
    wantsReminder: false,
    cancelled: false,
  },
})

export const eveningListModel = responseModel('EveningList', eveningList, {
  description: 'The evenings that are running or come next.',
  fields: { elements: `The next one first, at most ${LIMITS.evenings.listed}.` },
  example: { elements: [eveningModel.example] },
})
