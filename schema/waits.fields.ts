import { responseModel } from './described-model.ts'
import { LIMITS } from './limits.ts'
import { expectedWait } from './waits.ts'

export const expectedWaitModel = responseModel('ExpectedWait', expectedWait, {
  description: 'What a search that begins now can expect, by searches at this hour in the last four weeks.',
  fields: {
    interest: `The interest of the caller whose searches find partners fastest. Null where fewer than ${LIMITS.searchWaitMembers} different members have searched with each of them at this hour: then nothing is known.`,
    withinMinutes:
      'Most searches with this interest find a partner within this time: 1, 5 or 15. Null where half or fewer do within 15 minutes, or nothing is known.',
    betterAt:
      'The next hour at which most find a partner within 15 minutes. Null where there is none, or the present hour is as good.',
  },
  example: { interest: 'Jazz', withinMinutes: 5, betterAt: null },
})
