import { interestBell, interestBells, setInterestBell } from './bells.ts'
import { requestModel, responseModel } from './described-model.ts'
import { TIMING } from './limits.ts'

const HOUR = 60 * 60_000

export const interestBellModel = responseModel('InterestBell', interestBell, {
  description: `An interest of the caller, and its bell. A bell rings when someone who likes the interest is searching: at most once in ${TIMING.bellRests / HOUR} hours, some minutes after the search began, and never without several members who could be the one.`,
  fields: {
    interest: 'The interest, as in the profile.',
    on: 'Whether the bell is on. It is off until the caller turns it on, and ends with the interest.',
  },
  example: { interest: 'Fermentation', on: true },
})

export const interestBellsModel = responseModel('InterestBells', interestBells, {
  description: 'The bells of the caller.',
  fields: { bells: 'One for each interest of the caller, in the order of the profile.' },
  example: { bells: [interestBellModel.example] },
})

export const setInterestBellModel = requestModel('SetInterestBellRequest', setInterestBell, {
  description: 'The bell of an interest from now on.',
  fields: {
    interest: 'An interest of the caller. Other spellings of it are accepted.',
    on: 'Whether the bell is on from now on.',
  },
  example: { interest: 'Fermentation', on: true },
})
