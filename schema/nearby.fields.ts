import { pageRequestModel } from './chat.fields.ts'
import { EXAMPLE, examplePage, PAGE_FIELDS, requestModel, responseModel } from './described-model.ts'
import { listNearby, nearbyPage, nearbyUser } from './nearby.ts'

export const nearbyUserModel = responseModel('NearbyUser', nearbyUser, {
  description: 'A member who is near the caller. Coordinates and distances are never shown.',
  fields: {
    displayName: 'The name that other members see.',
    city: 'The city, when it is known.',
    state: 'The state, when it is known.',
    age: 'The age in years.',
  },
  example: {
    id: EXAMPLE.ben,
    displayName: 'Ben who hikes',
    interests: ['Jazz'],
    city: 'Pune',
    state: 'Maharashtra',
    age: 34,
    gender: 'Male',
  },
})

export const nearbyPageModel = responseModel('NearbyPage', nearbyPage, {
  description: 'Members near the caller, nearer bands first.',
  fields: PAGE_FIELDS,
  example: examplePage(nearbyUserModel.example),
})

export const listNearbyModel = requestModel('NearbyRequest', listNearby, {
  description: 'The page of members nearby to return.',
  fields: { ...pageRequestModel.fields, filterBy: 'Returns members of this gender alone.' },
  example: { pageNumber: 0, size: 10, filterBy: 'none' },
})
