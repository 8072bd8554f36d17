import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { kept, keptChange, keptPage, keptUpdate } from './kept.ts'
import { LIMITS } from './limits.ts'

export const keptModel = responseModel('Kept', kept, {
  description: 'A member whom the caller keeps in touch with, because both asked to.',
  fields: {
    conversationId: 'The id of the conversation of the two.',
    age: 'The age in years.',
    online: 'Whether the member is online now. Null while one of the two hides it from the other.',
    hidesPresence: 'Whether the caller hides from this member when they are online.',
    note: 'The note of the caller about this member. Only the caller sees it.',
    since: 'Since when the two keep in touch.',
  },
  example: {
    userId: EXAMPLE.ben,
    conversationId: EXAMPLE.conversation,
    displayName: 'Ben who hikes',
    age: 34,
    gender: 'Male',
    interests: ['Jazz'],
    online: true,
    hidesPresence: false,
    note: 'The one with the lighthouse',
    since: EXAMPLE.time,
  },
})

export const keptPageModel = responseModel('KeptPage', keptPage, {
  description: 'The members whom the caller keeps in touch with, the latest active conversation first.',
  fields: {
    elements: 'The elements of this page.',
    last: 'Whether this is the last page.',
  },
  example: { elements: [keptModel.example], last: true },
})

export const keptChangeModel = responseModel('KeptChange', keptChange, {
  description: 'A member is kept from now on, changed, or is not kept any more.',
  fields: {
    ...keptModel.fields,
    kept: 'Whether the two keep in touch. False after the caller let go.',
  },
  example: { ...keptModel.example, kept: true },
})

export const keptUpdateModel = requestModel('KeptUpdateRequest', keptUpdate, {
  description: 'What to change about a kept member. What is left out stays.',
  fields: {
    note: `A note that only the caller sees: at most ${LIMITS.keptNote.max} characters. Null or an empty text removes it.`,
    hidesPresence:
      'Whether to hide from this member when the caller is online. A caller who hides it does not see it either.',
  },
  example: { note: 'The one with the lighthouse', hidesPresence: false },
})
