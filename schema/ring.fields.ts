import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { eveningModel } from './evenings.fields.ts'
import { TIMING } from './limits.ts'
import { ringMe, searchEvening, searchState } from './ring.ts'

const MINUTE = 60_000

const RING_FIELDS = {
  ringUntil:
    'Until when the search goes on without calls, because the caller will be rung. Null where this is not set.',
  comeUntil: 'A partner was found, and both must call by then. Null while no one was found.',
}

export const searchEveningModel = responseModel('SearchEvening', searchEvening, {
  description: 'The evening that a search is within, while it runs.',
  fields: { topic: eveningModel.fields.topic, endsAt: eveningModel.fields.endsAt },
  example: { id: EXAMPLE.other, topic: 'Jazz', endsAt: EXAMPLE.time },
})

export const searchStateModel = responseModel('SearchState', searchState, {
  description: 'The search of the caller. It never says who was found.',
  fields: {
    searching: 'Whether the caller is searching.',
    waitingSeconds: 'How long the caller has been waiting, in seconds. Null without a search.',
    ...RING_FIELDS,
    missedRingAt:
      'When the caller was last rung and did not come. Null if that is a day ago or more, or the caller has asked to be rung since.',
    evening: 'The running evening that the search is within. Null without one, and once it has ended.',
    exchange: 'Whether the search is for an exchange of languages.',
  },
  example: {
    searching: true,
    waitingSeconds: 900,
    ringUntil: EXAMPLE.time,
    comeUntil: null,
    missedRingAt: null,
    evening: searchEveningModel.example,
    exchange: false,
  },
})

export const ringMeModel = requestModel('RingMeRequest', ringMe, {
  description: 'Whether the search goes on when the app is closed.',
  fields: {
    on: `True: for ${TIMING.ringSearch / (60 * MINUTE)} hours from now, or until the caller’s quiet hours begin. False: the search ends as any other when it is not called.`,
    appNotifies: 'True for an app that shows rings by itself. Otherwise the caller needs a push device.',
  },
  example: { on: true },
})
